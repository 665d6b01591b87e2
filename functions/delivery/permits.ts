import { permitsFor } from "../domain/endpoint-health.ts";
import type { Webhook } from "../domain/webhook.ts";
import { acquirePermit, releasePermit } from "../table/permits.ts";
import { leaseMs } from "./due-attempt.ts";
import type { DeliveryEffects } from "./effects.ts";

type PermitEffects = Pick<DeliveryEffects, "table" | "nowMs" | "newLeaseToken">;

/** The right to wait for one slow endpoint. */
interface Permit {
  release(): Promise<void>;
}

interface SharedPermit {
  permit: Promise<Permit | null>;
  users: number;
}

export interface Permits {
  /**
   * Runs `work` with a permit of the endpoint. Messages that run at the same time in this process share one permit.
   * @returns false, without running `work`, when no permit is free
   */
  within(webhook: Webhook, work: () => Promise<void>): Promise<boolean>;
}

/** Shares one permit per endpoint among the messages of a batch: the first acquires it, the last releases it. */
export function openPermits(effects: PermitEffects): Permits {
  const shared = new Map<string, SharedPermit>();
  return {
    async within(webhook, work) {
      const own = shared.get(webhook.id) ?? { permit: permitOf(effects, webhook), users: 0 };
      shared.set(webhook.id, own);
      own.users += 1;
      let permit: Permit | null = null;
      try {
        permit = await own.permit;
        if (permit === null) return false;
        await work();
        return true;
      } finally {
        own.users -= 1;
        if (own.users === 0) {
          if (shared.get(webhook.id) === own) shared.delete(webhook.id);
          await permit?.release();
        }
      }
    },
  };
}

async function permitOf(
  { table, nowMs, newLeaseToken }: PermitEffects,
  webhook: Webhook,
): Promise<Permit | null> {
  const owner = { organizationId: webhook.organizationId, webhookId: webhook.id };
  const leaseToken = newLeaseToken();
  const acquiredAtMs = nowMs();
  const permit = await acquirePermit(table, owner, {
    permits: permitsFor(webhook),
    leaseToken,
    nowMs: acquiredAtMs,
    untilMs: acquiredAtMs + leaseMs,
  });
  return permit === null ? null : { release: () => releasePermit(table, owner, { permit, leaseToken }) };
}
