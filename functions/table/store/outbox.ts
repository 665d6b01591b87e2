import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import type { OutgoingMessage } from "../../domain/message.ts";
import { outboxKey, outboxPartition, shards } from "../keys.ts";
import type { Item } from "./change.ts";
import { deleteItems } from "./delete-items.ts";
import type { Table } from "./table.ts";

/** What must still happen after a change: messages that stand in the table until the relay has handed them on. */
export interface OutboxItem {
  pk: string;
  sk: string;
  messages: OutgoingMessage[];
}

/** Few items, for a transaction takes 100; each well below the 400 kB of an item. */
const messagesPerItemMax = 100;
const itemBytesMax = 300_000;

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

/** The intent that an item of the table, or of its stream, holds. Its messages are text there: a map would lose the order of their keys. */
export function asOutboxItem({ pk, sk, messages }: Item): OutboxItem {
  return { pk: String(pk), sk: String(sk), messages: JSON.parse(String(messages)) };
}

/** Removes intents whose messages have been handed on: what is left in the table is what is still owed. */
export function deleteOutbox(table: Table, intents: readonly Pick<OutboxItem, "pk" | "sk">[]): Promise<void> {
  return deleteItems(table, intents);
}

/**
 * Intents that have stood since before a moment, page by page: the relay must have missed them. Goes on past those that
 * still cannot be handed on, so that they keep no other one waiting.
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
