import type { Resource } from "../assembly.ts";
import { AwsError, callAws } from "../aws-json.ts";
import { type Json, type JsonObject, listAt, textAt, valueAt } from "../json.ts";

/**
 * Creates a table of the template in the engine at `endpoint`, unless it exists. Rejects with an Error of one line when it
 * exists without an index of the template: its rows lack the attributes of that index, too.
 */
export async function ensureTable(endpoint: string, table: Resource): Promise<void> {
  const existing = await describeTable(endpoint, table.ref);
  if (existing !== undefined) {
    assertHasIndexes(existing, table);
    return;
  }
  await callAws(endpoint, "DynamoDB_20120810.CreateTable", createTableRequest(table));
  const timeToLive = table.properties["TimeToLiveSpecification"];
  if (timeToLive === undefined) return;
  await callAws(endpoint, "DynamoDB_20120810.UpdateTimeToLive", {
    TableName: table.ref,
    TimeToLiveSpecification: timeToLive,
  });
}

const namesOf = (indexes: readonly Json[]) => indexes.map((index) => textAt(index, "IndexName"));

function assertHasIndexes(existing: JsonObject, { properties, stack, logicalId, ref }: Resource): void {
  const names = namesOf(listAt(existing, "Table", "GlobalSecondaryIndexes"));
  const missing = namesOf(listAt(properties, "GlobalSecondaryIndexes")).find((name) => !names.includes(name));
  if (missing !== undefined)
    throw new Error(
      `${stack}/${logicalId}: the table ${ref} has no index ${missing}, because an earlier version made it. Start once with an empty state folder.`,
    );
}

/** Returns the engine's own ARN of the table's newest stream. */
export async function streamArnOf(endpoint: string, table: Resource): Promise<string> {
  const arn = textAt(await describeTable(endpoint, table.ref), "Table", "LatestStreamArn");
  if (arn === undefined)
    throw new Error(
      `${table.stack}/${table.logicalId}: the table ${table.ref} has no stream. Start once with an empty state folder.`,
    );
  return arn;
}

async function describeTable(endpoint: string, name: string): Promise<JsonObject | undefined> {
  try {
    return await callAws(endpoint, "DynamoDB_20120810.DescribeTable", { TableName: name });
  } catch (error) {
    if (error instanceof AwsError && error.code === "ResourceNotFoundException") return undefined;
    throw error;
  }
}

function createTableRequest({ ref, properties }: Resource): JsonObject {
  const viewType = valueAt(properties, "StreamSpecification", "StreamViewType");
  const request: Record<string, Json> = { TableName: ref, BillingMode: "PAY_PER_REQUEST" };
  for (const name of ["AttributeDefinitions", "KeySchema", "GlobalSecondaryIndexes"]) {
    const value = properties[name];
    if (value !== undefined) request[name] = value;
  }
  if (viewType !== undefined)
    request["StreamSpecification"] = { StreamEnabled: true, StreamViewType: viewType };
  return request;
}
