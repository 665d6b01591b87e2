import { ulid } from "ulid";
import { type DynamoDb, type OperationName, openDynamoDb } from "../../../functions/aws/dynamodb.ts";
import { trusted } from "../../../functions/domain/trusted.ts";
import { type OutboxItem, overdueOutbox } from "../../../functions/table/store/outbox.ts";
import type { Table } from "../../../functions/table/store/table.ts";
import { provided } from "../setup/provided.ts";

/** The table that all tests share. Each test creates its own organizations, so that it never sees another test's rows. */
export function testTable(): Table {
  return tableAt(provided("database"));
}

export function tableAt(
  { endpoint, tableName }: { endpoint: string; tableName: string },
  options: { attemptsMax?: number } = {},
): Table {
  const credentials = { accessKeyId: "test", secretAccessKey: "test" };
  return {
    client: openDynamoDb({ endpoint, region: "eu-central-1", credentials, ...options }),
    name: tableName,
    newOutboxId: () => ulid(),
  };
}

/** One call of DynamoDB, which a test watches or changes. */
interface InterceptedCall {
  operation: OperationName;
  input: Readonly<Record<string, unknown>>;
  /** Makes the call. @param input @default the same */
  next: (input?: object) => Promise<unknown>;
}

/** Returns the same table, whose calls all go through `intercept`: the call returns what it returns. */
export function intercepted(table: Table, intercept: (call: InterceptedCall) => Promise<unknown>): Table {
  const { client } = table;
  const send: DynamoDb["send"] = async (operation, input) => {
    const next = (changed: object = input) => client.send(operation, trusted(changed));
    return trusted(await intercept({ operation, input: trusted(input), next }));
  };
  return { ...table, client: { send } };
}

/** Returns all outbox items of a table. */
export async function everyOutboxItem(table: Table): Promise<OutboxItem[]> {
  const items: OutboxItem[] = [];
  for await (const page of overdueOutbox(table, "~")) items.push(...page);
  return items;
}
