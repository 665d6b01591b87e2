import { attemptDelivery } from "../delivery/attempt.ts";
import { attemptFigures } from "../delivery/attempt-figures.ts";
import { batchedDeliveries } from "../delivery/batched-deliveries.ts";
import { openTurns } from "../delivery/permits.ts";
import {
  afterAttempt,
  attemptMessage,
  type Delivery,
  type DeliveryRef,
  ended,
  gaveUpMessage,
  hasDeadLetter,
  laneOf,
  messagesAfter,
  newDelivery,
} from "../domain/delivery.ts";
import {
  comesBackAtMs,
  type EndpointHealth,
  healthAfter,
  slowAfterMs,
  turnsOf,
} from "../domain/endpoint-health.ts";
import type { QueueMessages } from "../domain/message.ts";
import { isoTime, secondMs } from "../domain/time.ts";
import { signingSecrets, type Webhook } from "../domain/webhook.ts";
import { batchedSends } from "../platform/batched-sends.ts";
import { openEffects } from "../platform/effects.ts";
import { allowsLoopback } from "../platform/environment.ts";
import { madeAtMs } from "../platform/ids.ts";
import { logger } from "../platform/logger.ts";
import { record } from "../platform/metrics.ts";
import { openSecretBox } from "../platform/secrets.ts";
import { openSender } from "../platform/sender.ts";
import { Busy, worker } from "../platform/worker.ts";
import { claimAttempt, settleDelivery } from "../table/deliveries.ts";
import { endTurn, takeTurn } from "../table/permits.ts";
import { noteHealth, type WebhookRef } from "../table/webhooks.ts";

type Message = QueueMessages["deliveries"];

/** Longer than an attempt can take, shorter than the queue hides a message whose worker died. */
const claimMs = 20 * secondMs;

const effects = openEffects();
const { table, nowMs, newId } = effects;
const secrets = openSecretBox();
const send = batchedSends(openSender(), nowMs);
const turns = openTurns();
const batched = batchedDeliveries(table);

/**
 * Makes one attempt of a delivery, and stores its outcome together with what follows from it. An endpoint that has not
 * proved quick is attempted from the slow queue alone, by few workers at once.
 */
export const handler = worker<"deliveries" | "slow-deliveries">(async (message, _, queue) => {
  const ref = refOf(message);
  const owner = { organizationId: ref.organizationId, webhookId: ref.webhookId };
  const webhook = await batched.readWebhook(owner);
  if (webhook === null) return end(message, "cancelled");
  if (webhook.status === "disabled") return end(message, "dead_lettered");
  const lane = laneOf(webhook);
  if (lane === "deliveries") return attempt(message, webhook);
  if (queue !== lane) return setAside(message, webhook, { notBeforeMs: 0 });
  const isDone = await turns.within(
    webhook.id,
    () => turnOf(owner, turnsOf(webhook)),
    () => attempt(message, webhook),
  );
  if (isDone) return;
  record({ name: "WaitingForSlowEndpoints", value: 1 });
  const now = nowMs();
  const waitingSinceMs = (message.kind === "delivery.attempt" ? message.waitingSinceMs : undefined) ?? now;
  const notBeforeMs = comesBackAtMs(webhook, { waitingSinceMs, nowMs: now, chance: Math.random() });
  await setAside(message, webhook, { notBeforeMs, waitingSinceMs });
}, effects);

/** @throws for a malformed message: read together with those of its batch, it would fail them all. */
function refOf(message: Message): DeliveryRef {
  const ref = message.kind === "delivery.begin" ? message.start : { ...message, id: message.deliveryId };
  if (!ref.organizationId || !ref.webhookId || !ref.id) throw new Error("a message names no delivery");
  return ref;
}

/** Claims the attempt that a message is for, under a token; null when it was made already. */
async function claimFor(message: Message): Promise<{ delivery: Delivery; token: string } | null> {
  const { cycle, attempt: number } = dueOf(message);
  const claimedAtMs = nowMs();
  const token = newId("dlv");
  const claim = { cycle, attempt: number, token, nowMs: claimedAtMs, untilMs: claimedAtMs + claimMs };
  const claimed =
    message.kind === "delivery.begin"
      ? await batched.claimFirstAttempt(newDelivery(message.start), claim)
      : await claimAttempt(table, refOf(message), claim);
  if (claimed.outcome === "busy") throw new Busy(`attempt ${number} of ${refOf(message).id}`);
  return claimed.outcome === "claimed" ? { delivery: claimed.delivery, token } : null;
}

function dueOf(message: Message): { cycle: number; attempt: number } {
  return message.kind === "delivery.begin" ? { cycle: 1, attempt: 1 } : message;
}

async function attempt(message: Message, webhook: Webhook): Promise<void> {
  const claimed = await claimFor(message);
  if (claimed === null) return;
  const { delivery, token } = claimed;
  const { attempt: number } = dueOf(message);
  const secretsNow = await openSecrets(webhook);
  const { outcome, tookMs, pace } = await notingSlowness(webhook, () =>
    attemptDelivery(
      { delivery, number, url: webhook.url, ...secretsNow },
      { nowMs, allowLoopback: allowsLoopback() },
    ),
  );
  const endedAtMs = nowMs();
  const known = { ...webhook, ...pace };
  const health = healthAfter(known, { ...outcome, tookMs }, endedAtMs);
  const after = afterAttempt(delivery, outcome, endedAtMs);
  const messages = messagesAfter(after, { ...known, ...health });
  const isStored =
    messages.length === 0 && !hasDeadLetter(delivery)
      ? await batched.settle(delivery, after, token)
      : await settleDelivery(table, delivery, after, { token, nowMs: endedAtMs, messages });
  if (!isStored) logger.warn("an attempt was overtaken", { deliveryId: delivery.id, attempt: number });
  record(...attemptFigures(delivery, madeAtMs(delivery.eventId), outcome));
  if (outcome.reason !== null) logFailure(delivery, number, outcome.reason);
  if (isStored && outcome.succeeded && hasDeadLetter(delivery))
    record({ name: "DeadLettersResolved", value: 1 });
  await note(webhook, health, endedAtMs);
}

/** The metrics have no subscription: whose endpoint it was, operators find here. */
function logFailure(delivery: Delivery, number: number, reason: string): void {
  const { organizationId, webhookId, id: deliveryId } = delivery;
  logger.info("an attempt failed", { organizationId, webhookId, deliveryId, attempt: number, reason });
}

/** Notes that an endpoint is slow while it is, so that no other worker waits for it from the quick queue. */
async function notingSlowness<Outcome>(
  webhook: Webhook,
  attemptOnce: () => Promise<Outcome>,
): Promise<{ outcome: Outcome; tookMs: number; pace: Partial<EndpointHealth> }> {
  const beganMs = performance.now();
  const pausing = { pace: "pausing" as const };
  let noted: Promise<Partial<EndpointHealth>> = Promise.resolve({});
  const timer = setTimeout(() => {
    // Of one that is known to be slow it is expected; whether it answers shows at the end.
    if (webhook.pace !== "quick" && webhook.pace !== "unknown") return;
    // The request is made and must be recorded whatever becomes of this; what it says is noted with the outcome again.
    noted = noteHealth(table, webhook, pausing).then(
      (isNoted) => (isNoted ? pausing : {}),
      (error: unknown) => {
        logger.warn("it could not be noted that an endpoint is slow", { webhookId: webhook.id, error });
        return {};
      },
    );
  }, slowAfterMs);
  try {
    const outcome = await attemptOnce();
    return { outcome, tookMs: performance.now() - beganMs, pace: await noted };
  } finally {
    clearTimeout(timer);
  }
}

async function note(webhook: Webhook, health: Partial<EndpointHealth>, atMs: number): Promise<void> {
  if (Object.keys(health).length === 0) return;
  const isDisabled = health.status === "disabled";
  const isNoted = await noteHealth(table, webhook, {
    ...health,
    ...(isDisabled && { updatedAt: isoTime(atMs) }),
  });
  if (!isDisabled || !isNoted) return;
  record({ name: "WebhooksDisabled", value: 1 });
  const { id: webhookId, organizationId, failingSince } = webhook;
  logger.warn("a subscription was disabled: its endpoint fails", { organizationId, webhookId, failingSince });
}

async function openSecrets(
  webhook: Webhook,
): Promise<{ secret: string | null; previousSecret: string | null }> {
  const { organizationId, id: webhookId } = webhook;
  const open = (sealed: string | null) =>
    sealed === null ? null : secrets.open(sealed, { organizationId, webhookId });
  const { current, previous } = signingSecrets(webhook, nowMs());
  const [secret, previousSecret] = await Promise.all([open(current), open(previous)]);
  return { secret, previousSecret };
}

/** Ends a delivery without an attempt: its subscription is gone or disabled. */
async function end(message: Message, status: "cancelled" | "dead_lettered"): Promise<void> {
  // Nobody can ask for what was not stored yet and whose subscription is gone.
  if (message.kind === "delivery.begin" && status === "cancelled") return;
  const claimed = await claimFor(message);
  if (claimed === null) return;
  const { delivery, token } = claimed;
  const messages = status === "dead_lettered" ? [gaveUpMessage(delivery)] : [];
  await settleDelivery(table, delivery, ended(delivery, status), { token, nowMs: nowMs(), messages });
}

/** Hands a delivery to the slow queue; one that was not stored yet is stored first, so that it can be seen while it waits. */
async function setAside(
  message: Message,
  webhook: Webhook,
  when: { notBeforeMs: number; waitingSinceMs?: number },
): Promise<void> {
  if (message.kind === "delivery.begin") await batched.store(newDelivery(message.start));
  await send(attemptMessage(refOf(message), { ...dueOf(message), ...when }, webhook));
}

async function turnOf(owner: WebhookRef, places: number) {
  const token = newId("dlv");
  const takenAtMs = nowMs();
  const place = await takeTurn(table, owner, {
    places,
    token,
    nowMs: takenAtMs,
    untilMs: takenAtMs + claimMs,
  });
  return place === null ? null : { end: () => endTurn(table, owner, { place, token }) };
}
