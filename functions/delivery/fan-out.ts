import DataLoader from "dataloader";
import { beginMessage } from "../domain/delivery.ts";
import { asError } from "../domain/errors.ts";
import type { ServiceEvent } from "../domain/event.ts";
import { inOrder } from "../domain/in-order.ts";
import type { DeliveryStart, OutgoingMessage, QueueMessages } from "../domain/message.ts";
import { isoTime } from "../domain/time.ts";
import type { Webhook } from "../domain/webhook.ts";
import type { Table } from "../table/store/table.ts";
import { readWebhook, type WebhookRef, webhooksOfOrganization } from "../table/webhooks.ts";
import { signedBody } from "./sign.ts";

/** What fanning out needs from outside. */
export interface FanOutEffects {
  table: Table;
  /** Opens a sealed secret of a subscription. */
  openSecret: (sealed: string, owner: WebhookRef) => Promise<string>;
  /** Derives the id of a delivery from its time, its event and its subscription. */
  derivedId: (prefix: "dlv", atMs: number, ...parts: readonly string[]) => string;
  /** When an id was made, in epoch milliseconds. */
  madeAtMs: (id: string) => number;
}

/** Finds the subscriptions of an event, and makes the messages that begin its deliveries. Stores nothing. */
export interface FanOut {
  /**
   * Reads the subscriptions that an event goes to, as they are now. One read serves all events of an organization that are
   * asked for at the same moment.
   */
  recipientsOf(message: QueueMessages["events"]): Promise<Webhook[]>;
  /**
   * Makes the message that begins an event's delivery. Its id and time are derived from the event, so a repetition makes
   * the same message.
   * @throws what `openSecret` throws
   */
  messageTo(webhook: Webhook, event: ServiceEvent): Promise<OutgoingMessage>;
}

export function openFanOut({ table, openSecret, derivedId, madeAtMs }: FanOutEffects): FanOut {
  const subscriptions = new DataLoader<string, Webhook[]>(
    async (organizationIds) => {
      const distinct = [...new Set(organizationIds)];
      const lists = await Promise.all(distinct.map((id) => webhooksOfOrganization(table, id).catch(asError)));
      const found = new Map(distinct.map((id, index) => [id, lists[index] ?? []]));
      return organizationIds.map((id) => found.get(id) ?? []);
    },
    { cache: false },
  );

  return {
    async recipientsOf({ organizationId, event, webhookId }) {
      if (webhookId !== undefined) {
        const webhook = await readWebhook(table, organizationId, webhookId);
        return webhook === null ? [] : [webhook];
      }
      const webhooks = await subscriptions.load(organizationId);
      return webhooks.filter(({ events }) => events.includes(event.type));
    },

    async messageTo(webhook, event) {
      const { id: webhookId, organizationId, url, sealedSecret } = webhook;
      const secret =
        sealedSecret === null ? null : await openSecret(sealedSecret, { organizationId, webhookId });
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
    },
  };
}
