import { BatchWriteCommand, type BatchWriteCommandInput, QueryCommand } from "@aws-sdk/lib-dynamodb";
import type { OutgoingMessage } from "../domain/message.ts";
import { trusted } from "../domain/trusted.ts";
import { intentKey, intentPartition, intentShards } from "./keys.ts";
import type { Item, Table } from "./table.ts";

/** What must still happen after a change: messages that stand in the table until the relay has handed them on. */
export interface Intent {
  pk: string;
  sk: string;
  messages: OutgoingMessage[];
}

/** Messages in one item: far below the 400 kB of an item, and few items in a transaction of at most 100. */
const messagesPerIntentMax = 100;

export function intentItems(table: Table, messages: readonly OutgoingMessage[]): Item[] {
  const items: Item[] = [];
  for (let start = 0; start < messages.length; start += messagesPerIntentMax) {
    const id = table.newIntentId();
    items.push({ ...intentKey(id), messages: messages.slice(start, start + messagesPerIntentMax) });
  }
  return items;
}

type WriteRequests = NonNullable<BatchWriteCommandInput["RequestItems"]>[string];

/** Removes intents whose messages have been handed on: what is left in the table is what is still owed. */
export async function forgetIntents(
  table: Table,
  intents: readonly Pick<Intent, "pk" | "sk">[],
): Promise<void> {
  for (let start = 0; start < intents.length; start += 25) {
    let requests: WriteRequests = intents
      .slice(start, start + 25)
      .map(({ pk, sk }) => ({ DeleteRequest: { Key: { pk, sk } } }));
    while (requests.length > 0) {
      const { UnprocessedItems } = await table.client.send(
        new BatchWriteCommand({ RequestItems: { [table.name]: requests } }),
      );
      requests = UnprocessedItems?.[table.name] ?? [];
    }
  }
}

/** Intents that have stood since before a moment, a bounded number of each shard: the relay must have missed them. */
export async function overdueIntents(table: Table, beforeIntentId: string): Promise<Intent[]> {
  const shards = await Promise.all(
    intentShards.map((shard) =>
      table.client.send(
        new QueryCommand({
          TableName: table.name,
          KeyConditionExpression: "pk = :pk AND sk < :before",
          ExpressionAttributeValues: { ":pk": intentPartition(shard), ":before": beforeIntentId },
          Limit: 100,
        }),
      ),
    ),
  );
  return shards.flatMap(({ Items = [] }) => Items.map((item) => trusted<Intent>(item)));
}
