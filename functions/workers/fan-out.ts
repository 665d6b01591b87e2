import { openFanOut } from "../delivery/fan-out.ts";
import type { ServiceEvent } from "../domain/event.ts";
import type { OutgoingMessage } from "../domain/message.ts";
import { postponed } from "../domain/redelivery.ts";
import { openEffects } from "../platform/effects.ts";
import { fanOutEffects } from "../platform/fan-out-effects.ts";
import { recordMetrics } from "../platform/metrics.ts";
import { Postponed } from "../platform/postponed.ts";
import { openSecretBox } from "../platform/secrets.ts";
import { openSender } from "../platform/sender.ts";
import { worker } from "../platform/worker.ts";
import { resolvePoison } from "../table/dead-letter-records.ts";

const effects = openEffects();
const fanOut = openFanOut(fanOutEffects(effects, openSecretBox()));
const sender = openSender();

/**
 * Begins an event's delivery to each subscription that wants its type. Running it twice begins each delivery once: the
 * ids of deliveries are derived from the event, and its message stays in the queue until all of their messages are sent.
 */
export const handler = worker<"events">(async (message, { table, nowMs }) => {
  const { organizationId, event, replayOf } = message;
  const webhooks = await fanOut.recipientsOf(message);
  const begun = await Promise.allSettled(webhooks.map((webhook) => fanOut.messageTo(webhook, event)));
  const messages = begun.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  const errors = begun.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
  const [error] = errors;
  // While KMS fails, only the subscriptions whose secret is not in memory wait. Each waits alone, so that the event's
  // message does not begin the deliveries of the others again and again.
  const waitsAlone =
    messages.length > 0 && replayOf === undefined && errors.every((one) => one instanceof Postponed);
  if (waitsAlone) {
    const waiting = webhooks.filter((_, index) => begun[index]?.status === "rejected");
    messages.push(...waiting.map(({ id }) => fanOutMessage(organizationId, event, id, nowMs())));
  }
  await sender.send(messages, nowMs());
  // If the secret of one subscription cannot be opened, the others still get the event. The message is retried for it.
  if (error !== undefined && !waitsAlone) throw error;
  if (replayOf !== undefined && (await resolvePoison(table, { id: replayOf, organizationId }, nowMs())))
    recordMetrics({ name: "DeadLettersResolved", value: 1 });
}, effects);

function fanOutMessage(
  organizationId: string,
  event: ServiceEvent,
  webhookId: string,
  postponedSinceMs: number,
): OutgoingMessage {
  const body = { kind: "event.fan-out" as const, organizationId, event, webhookId };
  const message = { queue: "events" as const, body, notBeforeMs: 0, group: organizationId };
  return postponed(message, "key_unavailable", postponedSinceMs);
}
