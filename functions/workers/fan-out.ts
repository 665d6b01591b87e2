import { signedBody } from "../delivery/sign.ts";
import { attemptMessage, type Delivery, gaveUpMessage } from "../domain/delivery.ts";
import type { ServiceEvent } from "../domain/event.ts";
import type { OutgoingMessage } from "../domain/message.ts";
import { isoTime, secondMs } from "../domain/time.ts";
import type { Webhook } from "../domain/webhook.ts";
import { derivedId } from "../platform/ids.ts";
import { openSecretBox } from "../platform/secrets.ts";
import { worker } from "../platform/worker.ts";
import { resolvePoison } from "../table/dead-letters.ts";
import { insertDeliveries } from "../table/deliveries.ts";
import { webhooksOfOrganization } from "../table/webhooks.ts";

const secrets = openSecretBox();

/** Makes an event's delivery to each subscription that asked for its type. Running it twice makes each once. */
export const handler = worker<"events">(async ({ organizationId, event, replayOf }, { table, nowMs }) => {
  const webhooks = await webhooksOfOrganization(table, organizationId);
  const asked = webhooks.filter(({ events }) => events.includes(event.type));
  const made = await Promise.allSettled(asked.map((webhook) => deliveryTo(webhook, event, nowMs())));
  await insertDeliveries(
    table,
    made.flatMap((one) => (one.status === "fulfilled" ? [one.value] : [])),
  );
  // One subscription whose secret cannot be opened keeps no other one waiting; the message comes back for it.
  const failed = made.find((one) => one.status === "rejected");
  if (failed) throw failed.reason;
  if (replayOf !== undefined) await resolvePoison(table, { id: replayOf, organizationId });
});

/** A delivery and the message that it begins with. */
interface FirstStep {
  delivery: Delivery;
  message: OutgoingMessage;
}

/** A disabled subscription gets no attempt: the event stands as a dead letter until it is enabled and replayed. */
async function deliveryTo(webhook: Webhook, event: ServiceEvent, nowMs: number): Promise<FirstStep> {
  const { id: webhookId, organizationId, url, sealedSecret, status } = webhook;
  const secret =
    sealedSecret === null ? null : await secrets.open(sealedSecret, { organizationId, webhookId });
  const due = status === "active";
  const delivery: Delivery = {
    id: derivedId("dlv", event.ts * secondMs, event.id, webhookId),
    organizationId,
    webhookId,
    url,
    eventId: event.id,
    type: event.type,
    status: due ? "pending" : "dead_lettered",
    body: signedBody({ ...event, data: { ...event.data } }, secret),
    cycle: 1,
    nextAttempt: due ? 1 : null,
    nextAttemptAt: due ? isoTime(nowMs) : null,
    attempts: [],
    createdAt: isoTime(nowMs),
  };
  const message = due
    ? attemptMessage(delivery, { cycle: 1, attempt: 1, atMs: nowMs })
    : gaveUpMessage(delivery, delivery.cycle);
  return { delivery, message };
}
