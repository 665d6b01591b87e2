import { batchedDeliveries } from "../delivery/batched-deliveries.ts";
import {
  type DeliveryMessage,
  deliveryRefOf,
  dueAttemptOf,
  type LeasedDelivery,
  leaseDueAttempt,
} from "../delivery/due-attempt.ts";
import type { DeliveryEffects } from "../delivery/effects.ts";
import { makeAttempt } from "../delivery/make-attempt.ts";
import { openPermits } from "../delivery/permits.ts";
import { endWithoutAttempt, moveToSlowQueue, waitForPermit } from "../delivery/without-attempt.ts";
import { deliveryQueueOf } from "../domain/delivery.ts";
import type { Webhook } from "../domain/webhook.ts";
import { batchedSends } from "../platform/batched-sends.ts";
import { newLeaseToken, openEffects } from "../platform/effects.ts";
import { allowsLoopback } from "../platform/environment.ts";
import { madeAtMs } from "../platform/ids.ts";
import { logger } from "../platform/logger.ts";
import { recordMetrics } from "../platform/metrics.ts";
import { openSecretBox } from "../platform/secrets.ts";
import { openSender } from "../platform/sender.ts";
import { Busy, worker } from "../platform/worker.ts";

const base = openEffects();
const secrets = openSecretBox();
const effects: DeliveryEffects = {
  ...base,
  batched: batchedDeliveries(base.table),
  newLeaseToken,
  madeAtMs,
  openSecret: (sealed, owner) => secrets.open(sealed, { ...owner }),
  send: batchedSends(openSender(), base.nowMs),
  allowLoopback: allowsLoopback(),
  recordMetrics,
  log: (level, message, fields) => logger[level](message, { ...fields }),
};
const permits = openPermits(effects);

/**
 * Makes one attempt of a delivery. Attempts to endpoints that have not proved quick run from the queue of slow endpoints
 * only, and only a few workers wait for one such endpoint at the same time.
 */
export const handler = worker<"deliveries" | "slow-deliveries">(async (message, _, queue) => {
  const webhook = await effects.batched.readWebhook(deliveryRefOf(message));
  if (webhook === null) return cancel(message);
  if (webhook.status === "disabled")
    return withLease(message, (leased) => endWithoutAttempt(effects, leased, "dead_lettered"));
  const rightQueue = deliveryQueueOf(webhook);
  if (rightQueue === "deliveries") return attempt(message, webhook);
  if (queue !== rightQueue) return moveToSlowQueue(effects, message, webhook);
  const hadPermit = await permits.within(webhook, () => attempt(message, webhook));
  if (!hadPermit) await waitForPermit(effects, message, webhook);
}, base);

function attempt(message: DeliveryMessage, webhook: Webhook): Promise<void> {
  const { attempt: number } = dueAttemptOf(message);
  return withLease(message, (leased) => makeAttempt(effects, leased, number, webhook));
}

async function cancel(message: DeliveryMessage): Promise<void> {
  // A delivery that is not stored yet, of a deleted subscription: no client can ask for it.
  if (message.kind === "delivery.begin") return;
  await withLease(message, (leased) => endWithoutAttempt(effects, leased, "cancelled"));
}

/** Runs `work` under the lease of the attempt that a message asks for. Does nothing if that attempt was made already. */
async function withLease(
  message: DeliveryMessage,
  work: (leased: LeasedDelivery) => Promise<void>,
): Promise<void> {
  const leased = await leaseDueAttempt(effects, message);
  if (leased === "busy")
    throw new Busy(`attempt ${dueAttemptOf(message).attempt} of ${deliveryRefOf(message).id}`);
  if (leased !== "stale") await work(leased);
}
