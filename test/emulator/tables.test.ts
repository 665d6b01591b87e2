import { expect, it } from "vitest";
import { loadAssembly, type Resource } from "../../lib/emulator/assembly.ts";
import { ensureTable } from "../../lib/emulator/dynamodb/tables.ts";
import { startDynamoDb } from "../../lib/emulator/dynamodb.ts";
import { temporaryFolder, writeAssembly } from "../support/emulator/assembly-fixture.ts";

/** A table with an index for each of these attributes. */
function tableWith(...indexed: string[]): Resource {
  const attributes = ["id", ...indexed].map((AttributeName) => ({ AttributeName, AttributeType: "S" }));
  const indexes = indexed.map((AttributeName) => ({
    IndexName: `by-${AttributeName}`,
    KeySchema: [{ AttributeName, KeyType: "HASH" }],
    Projection: { ProjectionType: "KEYS_ONLY" },
  }));
  const Properties = {
    TableName: "things",
    AttributeDefinitions: attributes,
    KeySchema: [{ AttributeName: "id", KeyType: "HASH" }],
    BillingMode: "PAY_PER_REQUEST",
    GlobalSecondaryIndexes: indexes,
  };
  const stacks = { S: { Resources: { Things: { Type: "AWS::DynamoDB::Table", Properties } } } };
  const options = { publicHost: "localhost", queueUrlBase: "http://127.0.0.1:1" };
  const [table] = loadAssembly(writeAssembly(temporaryFolder(), stacks), options).ofType(
    "AWS::DynamoDB::Table",
  );
  if (table === undefined) throw new Error("the template has no table");
  return table;
}

it("a table that an earlier version made without an index of the template is an error of one line that says what to do", async () => {
  const engine = await startDynamoDb("dynoxide", temporaryFolder());
  try {
    await ensureTable(engine.endpoint, tableWith("colour"));
    await ensureTable(engine.endpoint, tableWith("colour"));
    await expect(ensureTable(engine.endpoint, tableWith("colour", "size"))).rejects.toThrow(
      "S/Things: the table things has no index by-size, because an earlier version made it. Start once with an empty state folder.",
    );
  } finally {
    await engine.stop();
  }
});
