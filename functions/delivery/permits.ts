import { permitsFor } from "../domain/endpoint-health.ts";
import type { DeliveryQueue } from "../domain/message.ts";
import type { Webhook } from "../domain/webhook.ts";
import { acquirePermit, type PermitScope, releasePermit } from "../table/permits.ts";
import { leaseMs } from "./due-attempt.ts";
import type { DeliveryEffects } from "./effects.ts";

type PermitEffects = Pick<DeliveryEffects, "table" | "nowMs" | "newLeaseToken" | "organizationPermits">;

/** The right of a worker to wait for one slow endpoint, or for the slow endpoints of one organization. */
interface Permit {
  release(): Promise<void>;
}

interface SharedPermit {
  permit: Promise<Permit | null>;
  users: number;
}

export interface Permits {
  /**
   * Runs `work` with a permit of the organization for the queue and one of the endpoint. Messages that run at the same
   * time in this process share their permits: a permit stands for one worker, however many messages it handles.
   * @returns false, without running `work`, when one of the permits is not free
   */
  within(webhook: Webhook, queue: DeliveryQueue, work: () => Promise<void>): Promise<boolean>;
}

/**
 * Shares permits among the messages of a batch: the first acquires a permit, the last releases it. The organization's
 * comes first, so that a batch of an organization that has none costs three write units at most.
 */
export function openPermits(effects: PermitEffects): Permits {
  const shared = new Map<string, SharedPermit>();

  async function withOne(
    scope: PermitScope,
    permits: number,
    work: () => Promise<boolean>,
  ): Promise<boolean> {
    const name = JSON.stringify(scope);
    const own = shared.get(name) ?? { permit: permitOf(effects, scope, permits), users: 0 };
    shared.set(name, own);
    own.users += 1;
    let permit: Permit | null = null;
    try {
      permit = await own.permit;
      return permit !== null && (await work());
    } finally {
      own.users -= 1;
      if (own.users === 0) {
        if (shared.get(name) === own) shared.delete(name);
        await permit?.release();
      }
    }
  }

  return {
    within(webhook, queue, work) {
      const { organizationId, id: webhookId } = webhook;
      return withOne({ organizationId, queue }, effects.organizationPermits(), () =>
        withOne({ organizationId, webhookId }, permitsFor(webhook), async () => {
          await work();
          return true;
        }),
      );
    },
  };
}

async function permitOf(
  { table, nowMs, newLeaseToken }: PermitEffects,
  scope: PermitScope,
  permits: number,
): Promise<Permit | null> {
  const leaseToken = newLeaseToken();
  const acquiredAtMs = nowMs();
  const permit = await acquirePermit(table, scope, {
    permits,
    leaseToken,
    nowMs: acquiredAtMs,
    untilMs: acquiredAtMs + leaseMs,
  });
  return permit === null ? null : { release: () => releasePermit(table, scope, { permit, leaseToken }) };
}
