import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { ulid } from "ulid";
import { inject } from "vitest";
import { type Intent, overdueIntents } from "../../../functions/table/store/outbox.ts";
import type { Table } from "../../../functions/table/store/table.ts";

/** The table of the tests' engine. Each test takes organizations of its own, so that none meets another's rows. */
export function testTable(): Table {
  return tableAt(inject("database"));
}

export function tableAt({ endpoint, tableName }: { endpoint: string; tableName: string }): Table {
  const credentials = { accessKeyId: "test", secretAccessKey: "test" };
  const client = new DynamoDBClient({ endpoint, region: "eu-central-1", credentials });
  return {
    client: DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } }),
    name: tableName,
    newIntentId: () => ulid(),
  };
}

/** All intents that stand in a table, whoever left them. */
export async function everyIntent(table: Table): Promise<Intent[]> {
  const intents: Intent[] = [];
  for await (const page of overdueIntents(table, "~")) intents.push(...page);
  return intents;
}
