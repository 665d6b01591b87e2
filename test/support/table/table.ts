import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { ulid } from "ulid";
import { type OutboxItem, overdueOutbox } from "../../../functions/table/store/outbox.ts";
import type { Table } from "../../../functions/table/store/table.ts";
import { provided } from "../setup/provided.ts";

/** The table that all tests share. Each test creates its own organizations, so that it never sees another test's rows. */
export function testTable(): Table {
  return tableAt(provided("database"));
}

export function tableAt(
  { endpoint, tableName }: { endpoint: string; tableName: string },
  options: { maxAttempts?: number } = {},
): Table {
  const credentials = { accessKeyId: "test", secretAccessKey: "test" };
  const client = new DynamoDBClient({ endpoint, region: "eu-central-1", credentials, ...options });
  return {
    client: DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } }),
    name: tableName,
    newOutboxId: () => ulid(),
  };
}

/** Returns all outbox items of a table. */
export async function everyOutboxItem(table: Table): Promise<OutboxItem[]> {
  const items: OutboxItem[] = [];
  for await (const page of overdueOutbox(table, "~")) items.push(...page);
  return items;
}
