import { attemptMessage, deadLetterMessage, ended, newDelivery } from "../domain/delivery.ts";
import { retryAfterBusyAtMs } from "../domain/endpoint-health.ts";
import type { Webhook } from "../domain/webhook.ts";
import { recordOutcome } from "../table/deliveries.ts";
import { type DeliveryMessage, deliveryRefOf, dueAttemptOf, type LeasedDelivery } from "./due-attempt.ts";
import type { DeliveryEffects } from "./effects.ts";

/** Ends a leased delivery without an attempt, because its subscription is deleted or disabled. */
export async function endWithoutAttempt(
  { table, nowMs }: DeliveryEffects,
  { delivery, leaseToken }: LeasedDelivery,
  status: "cancelled" | "dead_lettered",
): Promise<void> {
  const messages = status === "dead_lettered" ? [deadLetterMessage(delivery)] : [];
  await recordOutcome(table, delivery, ended(delivery, status), { leaseToken, nowMs: nowMs(), messages });
}

/**
 * Sends a delivery to the queue of slow endpoints. Stores it first if it is not stored yet, so that clients can see it
 * while it waits.
 */
export async function moveToSlowQueue(
  { batched, send }: DeliveryEffects,
  message: DeliveryMessage,
  webhook: Webhook,
  when: { notBeforeMs: number; waitingSinceMs?: number } = { notBeforeMs: 0 },
): Promise<void> {
  if (message.kind === "delivery.begin") await batched.store(newDelivery(message.start));
  await send(attemptMessage(deliveryRefOf(message), { ...dueAttemptOf(message), ...when }, webhook));
}

/** Puts a delivery back until its slow endpoint may have a free permit. */
export async function waitForPermit(
  effects: DeliveryEffects,
  message: DeliveryMessage,
  webhook: Webhook,
): Promise<void> {
  effects.recordMetrics({ name: "WaitingForSlowEndpoints", value: 1 });
  const nowMs = effects.nowMs();
  const waitingSinceMs = (message.kind === "delivery.attempt" ? message.waitingSinceMs : undefined) ?? nowMs;
  const notBeforeMs = retryAfterBusyAtMs(webhook, { waitingSinceMs, nowMs, chance: Math.random() });
  await moveToSlowQueue(effects, message, webhook, { notBeforeMs, waitingSinceMs });
}
