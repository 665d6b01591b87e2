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
  webhook: Webhook,
): Promise<void> {
  const { table, batched, nowMs, allowLoopback, recordMetrics, log } = effects;
  const secrets = await openSecrets(effects, webhook);
  const { outcome, tookMs, pace } = await recordingPause(effects, webhook, () =>
    attemptDelivery({ delivery, number, url: webhook.url, ...secrets }, { nowMs, allowLoopback }),
  );
  const endedAtMs = nowMs();
  const known = { ...webhook, ...pace };
  const health = healthAfter(known, { ...outcome, tookMs }, endedAtMs);
  const after = afterAttempt(delivery, outcome, endedAtMs);
  const messages = messagesAfter(after, { ...known, ...health });
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

async function openSecrets(
  { nowMs, openSecret }: DeliveryEffects,
  webhook: Webhook,
): Promise<{ secret: string | null; previousSecret: string | null }> {
  const { organizationId, id: webhookId } = webhook;
  const open = (sealed: string | null) =>
    sealed === null ? null : openSecret(sealed, { organizationId, webhookId });
  const { current, previous } = signingSecrets(webhook, nowMs());
  const [secret, previousSecret] = await Promise.all([open(current), open(previous)]);
  return { secret, previousSecret };
}
