import { attemptMessage, deadLetterMessage, ended, newDelivery } from "../domain/delivery.ts";
import { retryAfterBusyAtMs } from "../domain/endpoint-health.ts";
import type { DeliveryQueue } from "../domain/message.ts";
import type { Webhook } from "../domain/webhook.ts";
import { recordOutcome } from "../table/deliveries.ts";
import { type DeliveryMessage, deliveryRefOf, dueAttemptOf, type LeasedDelivery } from "./due-attempt.ts";
import type { DeliveryEffects } from "./effects.ts";

/** Dead-letters a leased delivery without an attempt, because its subscription is disabled. */
export async function endWithoutAttempt(
  { table, nowMs }: DeliveryEffects,
  { delivery, leaseToken }: LeasedDelivery,
): Promise<void> {
  const messages = [deadLetterMessage(delivery)];
  const after = ended(delivery, "dead_lettered");
  await recordOutcome(table, delivery, after, { leaseToken, nowMs: nowMs(), messages });
}

/**
 * Sends a delivery to a queue for endpoints that are not known to be quick. Stores it first if it is not stored yet, so
 * that clients can see it while it waits.
 */
export async function moveToQueue(
  { batched, send }: DeliveryEffects,
  message: DeliveryMessage,
  { webhook, queue }: { webhook: Webhook; queue: DeliveryQueue },
  when: { notBeforeMs: number; waitingSinceMs?: number } = { notBeforeMs: 0 },
): Promise<void> {
  if (message.kind === "delivery.begin") await batched.store(newDelivery(message.start));
  const attempt = attemptMessage(deliveryRefOf(message), { ...dueAttemptOf(message), ...when }, webhook);
  await send({ ...attempt, queue });
}

/** Puts a delivery back into its queue until a permit may be free. */
export async function waitForPermit(
  effects: DeliveryEffects,
  message: DeliveryMessage,
  to: { webhook: Webhook; queue: DeliveryQueue },
): Promise<void> {
  effects.recordMetrics({ name: "WaitingForSlowEndpoints", value: 1 });
  const nowMs = effects.nowMs();
  const waitingSinceMs = (message.kind === "delivery.attempt" ? message.waitingSinceMs : undefined) ?? nowMs;
  const notBeforeMs = retryAfterBusyAtMs(to.webhook, { waitingSinceMs, nowMs, chance: Math.random() });
  await moveToQueue(effects, message, to, { notBeforeMs, waitingSinceMs });
}
