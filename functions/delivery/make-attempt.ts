import { afterAttempt, hasDeadLetter, messagesAfter } from "../domain/delivery.ts";
import { healthAfter } from "../domain/endpoint-health.ts";
import { signingSecrets, type Webhook } from "../domain/webhook.ts";
import { recordOutcome } from "../table/deliveries.ts";
import { attemptDelivery } from "./attempt.ts";
import { attemptMetrics } from "./attempt-metrics.ts";
import type { LeasedDelivery } from "./due-attempt.ts";
import type { DeliveryEffects } from "./effects.ts";
import { recordHealthAfter, recordingPause } from "./pace.ts";

/** Makes one leased attempt, and stores its outcome together with the messages that follow from it. */
export async function makeAttempt(
  effects: DeliveryEffects,
  { delivery, leaseToken }: LeasedDelivery,
  number: number,
  { webhook, secrets }: { webhook: Webhook; secrets: OpenSecrets },
): Promise<void> {
  const { table, batched, nowMs, allowLoopback, recordMetrics, log } = effects;
  const { outcome, tookMs, recorded } = await recordingPause(effects, webhook, () =>
    attemptDelivery({ delivery, number, url: webhook.url, ...secrets }, { nowMs, allowLoopback }),
  );
  const endedAtMs = nowMs();
  const health = healthAfter(webhook, { ...outcome, tookMs, recorded }, endedAtMs);
  const after = afterAttempt(delivery, outcome, endedAtMs);
  const messages = messagesAfter(after, { pace: recorded, ...health });
  const isStored =
    messages.length === 0 && !hasDeadLetter(delivery)
      ? await batched.recordOutcome(delivery, after, leaseToken)
      : await recordOutcome(table, delivery, after, { leaseToken, nowMs: endedAtMs, messages });

  const { organizationId, webhookId, id: deliveryId } = delivery;
  if (!isStored) log("warn", "another worker has taken over an attempt", { deliveryId, attempt: number });
  recordMetrics(...attemptMetrics(delivery, effects.madeAtMs(delivery.eventId), outcome));
  // Metrics have no dimension for the subscription: operators find it in the log.
  const { reason } = outcome;
  if (reason !== null)
    log("info", "an attempt failed", { organizationId, webhookId, deliveryId, attempt: number, reason });
  if (isStored && outcome.succeeded && hasDeadLetter(delivery))
    recordMetrics({ name: "DeadLettersResolved", value: 1 });
  await recordHealthAfter(effects, webhook, health, endedAtMs);
}

/** The secrets that sign an attempt. */
export interface OpenSecrets {
  secret: string | null;
  /** Also signs, during a rotation. */
  previousSecret: string | null;
}

/**
 * Opens the secrets of a subscription. Open them before the attempt is leased: an attempt that cannot be signed is not
 * begun, and uses up nothing.
 * @throws what `openSecret` throws
 */
export async function openSecrets(
  { nowMs, openSecret }: DeliveryEffects,
  webhook: Webhook,
): Promise<OpenSecrets> {
  const { organizationId, id: webhookId } = webhook;
  const open = (sealed: string | null) =>
    sealed === null ? null : openSecret(sealed, { organizationId, webhookId });
  const { current, previous } = signingSecrets(webhook, nowMs());
  const [secret, previousSecret] = await Promise.all([open(current), open(previous)]);
  return { secret, previousSecret };
}
