import { attemptDelivery } from "../delivery/attempt.ts";
import { afterAttempt, attemptMessage, type Delivery, gaveUpMessage } from "../domain/delivery.ts";
import type { OutgoingMessage } from "../domain/message.ts";
import { secondMs } from "../domain/time.ts";
import { allowsLoopback } from "../platform/environment.ts";
import { logger } from "../platform/logger.ts";
import { openSecretBox } from "../platform/secrets.ts";
import { Busy, worker } from "../platform/worker.ts";
import { claimAttempt, endDelivery, recordAttempt } from "../table/deliveries.ts";
import { readWebhook } from "../table/webhooks.ts";

/** Longer than an attempt can take, shorter than the queue hides a message whose worker died. */
const claimMs = 20 * secondMs;

const secrets = openSecretBox();

/** Makes one attempt of a delivery, and stores its outcome together with what follows from it. */
export const handler = worker<"deliveries">(async (message, { table, nowMs, newId }) => {
  const { organizationId, deliveryId, cycle, attempt } = message;
  const ref = { organizationId, id: deliveryId };
  const token = newId("dlv");
  const claimedAtMs = nowMs();
  const claim = await claimAttempt(table, ref, {
    cycle,
    attempt,
    token,
    nowMs: claimedAtMs,
    untilMs: claimedAtMs + claimMs,
  });
  if (claim.outcome === "busy") throw new Busy(`attempt ${attempt} of ${deliveryId}`);
  if (claim.outcome !== "claimed") return;
  const { delivery } = claim;

  const webhook = await readWebhook(table, organizationId, delivery.webhookId);
  if (webhook === null)
    return endDelivery(table, delivery, "cancelled", { token, nowMs: nowMs(), messages: [] });
  if (webhook.status === "disabled") {
    const messages = [gaveUpMessage(delivery, cycle)];
    return endDelivery(table, delivery, "dead_lettered", { token, nowMs: nowMs(), messages });
  }

  const { sealedSecret } = webhook;
  const owner = { organizationId, webhookId: webhook.id };
  const secret = sealedSecret === null ? null : await secrets.open(sealedSecret, owner);
  const outcome = await attemptDelivery(
    { delivery, number: attempt, url: webhook.url, secret },
    { nowMs, allowLoopback: allowsLoopback() },
  );
  const endedAtMs = nowMs();
  const after = afterAttempt(attempt, outcome.succeeded, endedAtMs);
  const messages = messagesAfter(delivery, after);
  const recorded = await recordAttempt(table, delivery, outcome.attempt, after, {
    token,
    nowMs: endedAtMs,
    messages,
  });
  if (!recorded) logger.warn("an attempt was overtaken by a replay", { deliveryId, cycle, attempt });
});

function messagesAfter(delivery: Delivery, after: ReturnType<typeof afterAttempt>): OutgoingMessage[] {
  const { cycle } = delivery;
  const { nextAttempt, nextAttemptAt, deadLetter } = after;
  return [
    ...(deadLetter === "final_attempt_pending" ? [gaveUpMessage(delivery, cycle)] : []),
    ...(nextAttempt !== null && nextAttemptAt !== null
      ? [attemptMessage(delivery, { cycle, attempt: nextAttempt, atMs: Date.parse(nextAttemptAt) })]
      : []),
  ];
}
