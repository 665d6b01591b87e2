import type { OutgoingMessage } from "../../domain/message.ts";
import { type Key, outboxKey, outboxPartition, shards } from "../keys.ts";
import type { Item } from "./change.ts";
import { deleteItems } from "./delete-items.ts";
import { readItems } from "./read.ts";
import type { Table } from "./table.ts";
import { updateItem } from "./update.ts";

/** What must follow from a change. It is stored in the table until the relay has dispatched it. */
export interface OutboxItem extends Key {
  messages: OutgoingMessage[];
  /** Messages of earlier changes that are stale by this change: the relay deletes the schedules in which they wait. */
  withdrawn: OutgoingMessage[];
  /** Whether the function that stored it dispatches it at once: then the relay dispatches it only if it is still there. */
  isDirect: boolean;
}

// A transaction takes at most 100 items, and an item at most 400 kB.
const messagesPerItemMax = 100;
const itemBytesMax = 300_000;

/** Puts messages into as few outbox items as possible, and withdrawn messages, which are few, into one of them. */
export function outboxItems(
  table: Table,
  messages: readonly OutgoingMessage[],
  withdrawn: readonly OutgoingMessage[],
  { isDirect }: Pick<OutboxItem, "isDirect">,
): (Item & Key)[] {
  const all = parts(messages);
  if (all.length === 0 && withdrawn.length > 0) all.push([]);
  return all.map((texts, index) => ({
    ...outboxKey(table.newOutboxId()),
    messages: `[${texts.join(",")}]`,
    ...(index === 0 && withdrawn.length > 0 && { withdrawn: JSON.stringify(withdrawn) }),
    ...(isDirect && { direct: true }),
  }));
}

function parts(messages: readonly OutgoingMessage[]): string[][] {
  const all: string[][] = [];
  let bytes = 0;
  for (const message of messages) {
    const text = JSON.stringify(message);
    bytes += Buffer.byteLength(text);
    const last = all.at(-1);
    if (last !== undefined && last.length < messagesPerItemMax && bytes <= itemBytesMax) {
      last.push(text);
      continue;
    }
    all.push([text]);
    bytes = Buffer.byteLength(text);
  }
  return all;
}

/**
 * Reads an outbox item from an item of the table or of its stream. The messages are stored as text, because a map would
 * lose the order of their keys.
 */
export function asOutboxItem({ pk, sk, messages, withdrawn = "[]", direct = false }: Item): OutboxItem {
  return {
    pk: String(pk),
    sk: String(sk),
    messages: JSON.parse(String(messages)),
    withdrawn: JSON.parse(String(withdrawn)),
    isDirect: direct === true,
  };
}

/** Returns those of the outbox items that are not deleted yet. One read for up to 100. */
export async function stillStored(table: Table, items: readonly OutboxItem[]): Promise<OutboxItem[]> {
  const found = await readItems(table, items, { consistent: true });
  const ids = new Set(found.map(({ sk }) => String(sk)));
  return items.filter(({ sk }) => ids.has(sk));
}

/**
 * Deletes outbox items that have been dispatched. An item of `failed` keeps what remains of it, so that the next try does
 * not send the rest again.
 */
export async function settleOutbox(
  table: Table,
  items: readonly OutboxItem[],
  failed: ReadonlyMap<OutboxItem, OutboxItem>,
): Promise<void> {
  await deleteItems(
    table,
    items.filter((item) => !failed.has(item)),
  );
  for (const [item, { messages, withdrawn }] of failed) {
    const isWhole = messages.length + withdrawn.length === item.messages.length + item.withdrawn.length;
    if (isWhole) continue;
    // If the item is gone, another invocation has dispatched it meanwhile.
    await updateItem(
      table,
      { pk: item.pk, sk: item.sk },
      {
        update: "SET messages = :messages, withdrawn = :withdrawn",
        condition: "attribute_exists(pk)",
        values: { ":messages": JSON.stringify(messages), ":withdrawn": JSON.stringify(withdrawn) },
      },
    );
  }
}

/** Returns the id of the oldest outbox item that is older than `beforeId`; null when there is none. */
export async function oldestOverdue(table: Table, beforeId: string): Promise<string | null> {
  const oldest = await Promise.all(
    shards.map(async (shard) => {
      const { Items = [] } = await table.client.send("Query", {
        ...overdueOf(table, shard, beforeId),
        ProjectionExpression: "sk",
        Limit: 1,
      });
      return Items.map(({ sk }) => String(sk));
    }),
  );
  return oldest.flat().toSorted()[0] ?? null;
}

function overdueOf(table: Table, shard: string, beforeId: string) {
  return {
    TableName: table.name,
    KeyConditionExpression: "pk = :pk AND sk < :before",
    ExpressionAttributeValues: { ":pk": outboxPartition(shard), ":before": beforeId },
  };
}

/**
 * Yields pages of outbox items that are older than `beforeId`: the relay must have missed them. Items that cannot be
 * dispatched do not block the ones behind them: each page starts after the last item of the page before.
 */
export async function* overdueOutbox(table: Table, beforeId: string): AsyncGenerator<OutboxItem[]> {
  for (const shard of shards) {
    let start: Item | undefined;
    do {
      const { Items = [], LastEvaluatedKey } = await table.client.send("Query", {
        ...overdueOf(table, shard, beforeId),
        Limit: 100,
        ...(start !== undefined && { ExclusiveStartKey: start }),
      });
      if (Items.length > 0) yield Items.map(asOutboxItem);
      start = LastEvaluatedKey;
    } while (start !== undefined);
  }
}
