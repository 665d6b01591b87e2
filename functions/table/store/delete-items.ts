import type { BatchWriteCommandInput } from "@aws-sdk/lib-dynamodb";
import type { Key } from "../keys.ts";
import type { Table } from "./table.ts";
import { backOff } from "./transaction-retries.ts";

type WriteRequests = NonNullable<BatchWriteCommandInput["RequestItems"]>[string];

const batchWriteKeysMax = 25;

/** Deletes many items, without a transaction. An item that does not exist is not an error. */
export async function deleteItems(table: Table, keys: readonly Key[]): Promise<void> {
  for (let start = 0; start < keys.length; start += batchWriteKeysMax) {
    let requests: WriteRequests = keys
      .slice(start, start + batchWriteKeysMax)
      .map(({ pk, sk }) => ({ DeleteRequest: { Key: { pk, sk } } }));
    for (let attempt = 0; requests.length > 0; attempt += 1) {
      if (attempt > 0) await backOff(attempt);
      const { UnprocessedItems } = await table.client.send("BatchWriteItem", {
        RequestItems: { [table.name]: requests },
      });
      requests = UnprocessedItems?.[table.name] ?? [];
    }
  }
}

/**
 * Deletes the first items of a partition, without a transaction.
 * @returns whether it has deleted any: then there may be more
 */
export async function deletePage(table: Table, partition: string, itemsMax: number): Promise<boolean> {
  const { Items = [] } = await table.client.send("Query", {
    TableName: table.name,
    KeyConditionExpression: "pk = :pk",
    ExpressionAttributeValues: { ":pk": partition },
    ProjectionExpression: "pk, sk",
    ConsistentRead: true,
    Limit: itemsMax,
  });
  await deleteItems(
    table,
    Items.map(({ pk, sk }) => ({ pk: String(pk), sk: String(sk) })),
  );
  return Items.length > 0;
}
