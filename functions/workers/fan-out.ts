import DataLoader from "dataloader";
import { signedBody } from "../delivery/sign.ts";
import { beginMessage } from "../domain/delivery.ts";
import type { ServiceEvent } from "../domain/event.ts";
import { inOrder } from "../domain/in-order.ts";
import type { DeliveryStart, OutgoingMessage } from "../domain/message.ts";
import { postponed } from "../domain/redelivery.ts";
import { isoTime } from "../domain/time.ts";
import type { Webhook } from "../domain/webhook.ts";
import { openEffects } from "../platform/effects.ts";
import { derivedId, madeAtMs } from "../platform/ids.ts";
import { recordMetrics } from "../platform/metrics.ts";
import { Postponed } from "../platform/postponed.ts";
import { openSecretBox } from "../platform/secrets.ts";
import { openSender } from "../platform/sender.ts";
import { worker } from "../platform/worker.ts";
import { resolvePoison } from "../table/dead-letter-records.ts";
import type { Table } from "../table/store/table.ts";
import { readWebhook, webhooksOfOrganization } from "../table/webhooks.ts";

const effects = openEffects();
const secrets = openSecretBox();
const sender = openSender();
/** Reads the subscriptions of an organization once for all of its events in a batch. */
const subscriptions = new DataLoader<string, Webhook[]>(
  async (organizationIds) => {
    const distinct = [...new Set(organizationIds)];
    const lists = await Promise.all(distinct.map((id) => webhooksOfOrganization(effects.table, id)));
    const found = new Map(distinct.map((id, index) => [id, lists[index] ?? []]));
    return organizationIds.map((id) => found.get(id) ?? []);
  },
  { cache: false },
);

/**
 * Begins an event's delivery to each subscription that wants its type. Running it twice begins each delivery once: the
 * ids of deliveries are derived from the event, and its message stays in the queue until all of their messages are sent.
 */
export const handler = worker<"events">(
  async ({ organizationId, event, webhookId, replayOf }, { table, nowMs }) => {
    const webhooks = await recipients(table, organizationId, event, webhookId);
    const begun = await Promise.allSettled(webhooks.map((webhook) => messageTo(webhook, event)));
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
  },
  effects,
);

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

async function recipients(
  table: Table,
  organizationId: string,
  event: ServiceEvent,
  only: string | undefined,
): Promise<Webhook[]> {
  if (only !== undefined) {
    const webhook = await readWebhook(table, organizationId, only);
    return webhook === null ? [] : [webhook];
  }
  const webhooks = await subscriptions.load(organizationId);
  return webhooks.filter(({ events }) => events.includes(event.type));
}

/** The message that begins an event's delivery. Its id and time are derived from the event, so a repetition makes the same message. */
async function messageTo(webhook: Webhook, event: ServiceEvent): Promise<OutgoingMessage> {
  const { id: webhookId, organizationId, url, sealedSecret } = webhook;
  const secret =
    sealedSecret === null ? null : await secrets.open(sealedSecret, { organizationId, webhookId });
  const eventAtMs = madeAtMs(event.id);
  const start: DeliveryStart = {
    id: derivedId("dlv", eventAtMs, event.id, webhookId),
    organizationId,
    webhookId,
    url,
    eventId: event.id,
    type: event.type,
    // The same order for every endpoint and every replay: an event read from a dead letter would have other bytes.
    body: signedBody({ ...event, data: inOrder(event.data) }, secret),
    createdAt: isoTime(eventAtMs),
  };
  return beginMessage(start, webhook);
}
