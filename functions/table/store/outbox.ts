import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import type { OutgoingMessage } from "../../domain/message.ts";
import { outboxKey, outboxPartition, shards } from "../keys.ts";
import type { Item } from "./change.ts";
import { deleteItems } from "./delete-items.ts";
import type { Table } from "./table.ts";

/** Messages that must follow from a change. They are stored in the table until the relay has dispatched them. */
export interface OutboxItem {
  pk: string;
  sk: string;
  messages: OutgoingMessage[];
}

// A transaction takes at most 100 items, and an item at most 400 kB.
const messagesPerItemMax = 100;
const itemBytesMax = 300_000;

/** Puts messages into as few outbox items as possible. */
export function outboxItems(table: Table, messages: readonly OutgoingMessage[]): Item[] {
  return parts(messages).map((texts) => ({
    ...outboxKey(table.newOutboxId()),
    messages: `[${texts.join(",")}]`,
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
export function asOutboxItem({ pk, sk, messages }: Item): OutboxItem {
  return { pk: String(pk), sk: String(sk), messages: JSON.parse(String(messages)) };
}

/** Deletes outbox items whose messages have been dispatched. */
export function deleteOutbox(table: Table, items: readonly Pick<OutboxItem, "pk" | "sk">[]): Promise<void> {
  return deleteItems(table, items);
}

/**
 * Yields pages of outbox items that are older than `beforeId`: the relay must have missed them. Items that cannot be
 * dispatched do not block the ones behind them: each page starts after the last item of the page before.
 */
export async function* overdueOutbox(table: Table, beforeId: string): AsyncGenerator<OutboxItem[]> {
  for (const shard of shards) {
    let start: Item | undefined;
    do {
      const { Items = [], LastEvaluatedKey } = await table.client.send(
        new QueryCommand({
          TableName: table.name,
          KeyConditionExpression: "pk = :pk AND sk < :before",
          ExpressionAttributeValues: { ":pk": outboxPartition(shard), ":before": beforeId },
          Limit: 100,
          ...(start !== undefined && { ExclusiveStartKey: start }),
        }),
      );
      if (Items.length > 0) yield Items.map(asOutboxItem);
      start = LastEvaluatedKey;
    } while (start !== undefined);
  }
}
