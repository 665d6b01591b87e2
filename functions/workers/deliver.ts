import { batchedDeliveries } from "../delivery/batched-deliveries.ts";
import {
  type DeliveryMessage,
  deliveryRefOf,
  dueAttemptOf,
  type LeasedDelivery,
  leaseDueAttempt,
} from "../delivery/due-attempt.ts";
import type { DeliveryEffects } from "../delivery/effects.ts";
import { makeAttempt, openSecrets } from "../delivery/make-attempt.ts";
import { openPermits } from "../delivery/permits.ts";
import { endWithoutAttempt, moveToQueue, waitForPermit } from "../delivery/without-attempt.ts";
import { deliveryQueueOf } from "../domain/delivery.ts";
import { type DeliveryQueue, deliveryQueues } from "../domain/message.ts";
import { batchedSends } from "../platform/batched-sends.ts";
import { newLeaseToken, openEffects } from "../platform/effects.ts";
import { allowsLoopback, organizationPermits } from "../platform/environment.ts";
import { madeAtMs } from "../platform/ids.ts";
import { logger } from "../platform/logger.ts";
import { recordMetrics } from "../platform/metrics.ts";
import { Busy } from "../platform/postponed.ts";
import { openSecretBox } from "../platform/secrets.ts";
import { openSender } from "../platform/sender.ts";
import { worker } from "../platform/worker.ts";

const base = openEffects();
const secretBox = openSecretBox();
const effects: DeliveryEffects = {
  ...base,
  batched: batchedDeliveries(base.table, base.nowMs),
  newLeaseToken,
  madeAtMs,
  openSecret: (sealed, owner) => secretBox.open(sealed, { ...owner }),
  send: batchedSends(openSender(), base.nowMs),
  organizationPermits,
  allowLoopback: allowsLoopback(),
  recordMetrics,
  log: (level, message, fields) => logger[level](message, { ...fields }),
};
const permits = openPermits(effects);

/**
 * Makes one attempt of a delivery. Attempts to endpoints that have not proved quick run from the other two queues only,
 * and only a few workers wait for one such endpoint, or for those of one organization, at the same time.
 */
export const handler = worker<DeliveryQueue>(async (message, _, queue) => {
  const webhook = await effects.batched.readWebhook(deliveryRefOf(message));
  // A deleted subscription: its deliveries are being deleted, so nothing is stored.
  if (webhook === null) return;
  if (webhook.status === "disabled")
    return withLease(message, (leased) => endWithoutAttempt(effects, leased));
  const rightQueue = deliveryQueueOf(webhook);
  // Never back to a quicker queue: each of these workers may attempt what comes to it.
  if (isSlower(rightQueue, queue)) return moveToQueue(effects, message, { webhook, queue: rightQueue });
  const secrets = await openSecrets(effects, webhook);
  const { attempt: number } = dueAttemptOf(message);
  const attempt = () =>
    withLease(message, (leased) => makeAttempt(effects, leased, number, { webhook, secrets }));
  if (rightQueue === "deliveries") return attempt();
  const hadPermits = await permits.within(webhook, queue, attempt);
  if (!hadPermits) await waitForPermit(effects, message, { webhook, queue });
}, base);

function isSlower(queue: DeliveryQueue, than: DeliveryQueue): boolean {
  return deliveryQueues.indexOf(queue) > deliveryQueues.indexOf(than);
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
