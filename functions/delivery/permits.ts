import { permitsFor } from "../domain/endpoint-health.ts";
import type { DeliveryQueue } from "../domain/message.ts";
import type { Webhook } from "../domain/webhook.ts";
import { openSharedPermits } from "../table/shared-permits.ts";
import { leaseMs } from "./due-attempt.ts";
import type { DeliveryEffects } from "./effects.ts";

type PermitEffects = Pick<DeliveryEffects, "table" | "nowMs" | "newLeaseToken" | "organizationPermits">;

export interface Permits {
  /**
   * Runs `work` with a permit of the organization for the queue and one of the endpoint.
   * @returns false, without running `work`, when one of the permits is not free
   */
  within(webhook: Webhook, queue: DeliveryQueue, work: () => Promise<void>): Promise<boolean>;
}

/**
 * The permits of deliveries: the right of a worker to wait for one slow endpoint, and for the slow endpoints of one
 * organization. The organization's comes first, so that a batch of an organization that has none costs three write units
 * at most.
 */
export function openPermits(effects: PermitEffects): Permits {
  const shared = openSharedPermits({ ...effects, leaseMs });
  return {
    async within(webhook, queue, work) {
      const { organizationId, id: webhookId } = webhook;
      const worked = await shared.within({ organizationId, queue }, effects.organizationPermits(), () =>
        shared.within({ organizationId, webhookId }, permitsFor(webhook), async () => {
          await work();
          return true;
        }),
      );
      return worked === true;
    },
  };
}
