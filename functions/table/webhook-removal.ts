import { deadLetterStatuses } from "../domain/delivery.ts";
import { deadLettersOfWebhook } from "./index-keys.ts";
import {
  deadLetterIdIn,
  deliveriesPartition,
  type Key,
  openDeadLetterKey,
  permitsPartition,
} from "./keys.ts";
import { deleteItems, deletePage } from "./store/delete-items.ts";
import { pageOfKeys } from "./store/list.ts";
import type { Table } from "./store/table.ts";
import type { WebhookRef } from "./webhooks.ts";

/**
 * Deletes items of a deleted subscription: its deliveries, then its dead letters, then its permits. Deliveries come
 * first, because an attempt in progress stores its dead letter only if the delivery is there.
 * @param itemsMax at most this many deliveries or dead letters
 * @returns whether there may be more
 */
export async function removeWebhookItems(table: Table, ref: WebhookRef, itemsMax: number): Promise<boolean> {
  const { organizationId, webhookId } = ref;
  if (await deletePage(table, deliveriesPartition(organizationId, webhookId), itemsMax)) return true;
  if (await removeDeadLetters(table, ref, itemsMax)) return true;
  return deletePage(table, permitsPartition(organizationId, webhookId), itemsMax);
}

async function removeDeadLetters(
  table: Table,
  { organizationId, webhookId }: WebhookRef,
  itemsMax: number,
): Promise<boolean> {
  const lists = deadLetterStatuses.map((status) => ({
    indexName: "parentByCreated",
    partitionName: "parentList",
    sortName: "createdSort",
    partition: deadLettersOfWebhook(organizationId, webhookId, status),
  }));
  const { keys } = await pageOfKeys(table, lists, "asc", itemsMax, null);
  const marks: Key[] = keys.map((key) => openDeadLetterKey(deadLetterIdIn(key)));
  // The marks first: if a worker dies half-way, the next one finds the rest by the dead letters.
  await deleteItems(table, marks);
  await deleteItems(table, keys);
  return keys.length > 0;
}
