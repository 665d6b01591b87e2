import { notFound, unprocessable } from "../domain/errors.ts";
import { trusted } from "../domain/trusted.ts";
import { type Webhook, webhooksPerOrganizationMax } from "../domain/webhook.ts";
import { commit, Refused } from "./commit.ts";
import { organizationKey, webhookKey, webhooksPartition } from "./keys.ts";
import { type Order, pageOfItems } from "./list.ts";
import { readItem, readPartition } from "./read.ts";
import type { Table } from "./table.ts";
import { assign, updateItem } from "./update.ts";

/** @throws unprocessable when the organization has as many subscriptions as it may have. */
export async function insertWebhook(table: Table, webhook: Webhook): Promise<void> {
  try {
    await commit(table, [
      {
        kind: "update",
        key: organizationKey(webhook.organizationId),
        update: "ADD webhookCount :one",
        condition: "attribute_exists(pk) AND webhookCount < :most",
        values: { ":one": 1, ":most": webhooksPerOrganizationMax },
      },
      { kind: "put", item: { ...webhookKey(webhook.organizationId, webhook.id), ...webhook } },
    ]);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    throw unprocessable(`An organization holds at most ${webhooksPerOrganizationMax} webhook subscriptions.`);
  }
}

export function readWebhook(
  table: Table,
  organizationId: string,
  webhookId: string,
): Promise<Webhook | null> {
  return readItem<Webhook>(table, webhookKey(organizationId, webhookId));
}

/** A field that is undefined stays as it is. */
type WebhookChanges = {
  [Name in "url" | "events" | "sealedSecret" | "status" | "description"]?: Webhook[Name] | undefined;
};

/** @throws not_found when there is no such subscription. */
export async function updateWebhook(
  table: Table,
  organizationId: string,
  webhookId: string,
  changes: WebhookChanges & { updatedAt: string },
): Promise<Webhook> {
  const written = await updateItem(table, webhookKey(organizationId, webhookId), {
    ...assign(changes),
    condition: "attribute_exists(pk)",
  });
  if (!written.written) throw notFound("webhook subscription");
  return trusted<Webhook>(written.item);
}

/** @throws not_found when there is no such subscription. */
export async function deleteWebhook(table: Table, organizationId: string, webhookId: string): Promise<void> {
  try {
    await commit(table, [
      { kind: "delete", key: webhookKey(organizationId, webhookId), condition: "attribute_exists(pk)" },
      {
        kind: "update",
        key: organizationKey(organizationId),
        update: "ADD webhookCount :less",
        values: { ":less": -1 },
      },
    ]);
  } catch (error) {
    if (error instanceof Refused) throw notFound("webhook subscription");
    throw error;
  }
}

/** Every subscription of an organization: at most 100. */
export async function webhooksOfOrganization(table: Table, organizationId: string): Promise<Webhook[]> {
  const items = await readPartition(table, webhooksPartition(organizationId));
  return items.map((item) => trusted<Webhook>(item));
}

export async function pageOfWebhooks(
  table: Table,
  organizationId: string,
  { order, limit, after }: { order: Order; limit: number; after: string | null },
): Promise<{ rows: Webhook[]; next: string | null }> {
  const { items, next } = await pageOfItems(table, webhooksPartition(organizationId), order, limit, after);
  return { rows: items.map((item) => trusted<Webhook>(item)), next };
}
