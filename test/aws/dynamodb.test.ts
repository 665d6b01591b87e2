import { randomUUID } from "node:crypto";
import { inspect } from "node:util";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import {
  BatchExecuteStatementCommand,
  BatchGetCommand,
  BatchWriteCommand,
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from "@aws-sdk/lib-dynamodb";
import fc from "fast-check";
import { expect, it } from "vitest";
import { cancellationReasonsOf, isConditionFailure, itemOfFailure } from "../../functions/aws/dynamodb.ts";
import { provided } from "../support/setup/provided.ts";
import { testTable } from "../support/table/table.ts";

const { name: TableName, client } = testTable();
const sdk = DynamoDBDocumentClient.from(
  new DynamoDBClient({
    endpoint: provided("database").endpoint,
    region: "eu-central-1",
    credentials: { accessKeyId: "test", secretAccessKey: "test" },
  }),
  { marshallOptions: { removeUndefinedValues: true } },
);

const newKey = () => ({ pk: `AWS#${randomUUID()}`, sk: "ITEM" });

const { value: anyValue } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    fc.string({ unit: "grapheme" }),
    fc.integer(),
    fc.double({ noNaN: true, min: 1e-100, max: 1e15 }),
    fc.boolean(),
    fc.constant(null),
    fc.uint8Array({ minLength: 1 }).map((bytes) => new Uint8Array(bytes)),
    fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1 }).map((members) => new Set(members)),
    fc.uniqueArray(fc.integer(), { minLength: 1 }).map((members) => new Set(members)),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(
      fc.oneof(fc.string({ minLength: 1 }), fc.constantFrom("B", "S", "Item", "Key")),
      tie("value"),
      {
        maxKeys: 3,
        noNullPrototype: true,
      },
    ),
  ),
}));

it("the client and the AWS SDK store and read an item of any values in the same way", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyValue, { maxLength: 5 }), async (values) => {
      const [one, other] = [newKey(), newKey()];
      await client.send("PutItem", { TableName, Item: { ...one, values, absent: undefined } });
      await sdk.send(new PutCommand({ TableName, Item: { ...other, values, absent: undefined } }));
      for (const Key of [one, other]) {
        const read = { TableName, Key, ConsistentRead: true };
        expect((await client.send("GetItem", read)).Item).toEqual({ ...Key, values });
        expect((await sdk.send(new GetCommand(read))).Item).toEqual({ ...Key, values });
      }
    }),
    { numRuns: 40 },
  );
});

it("each operation of the client returns what the AWS SDK returns", async () => {
  const { pk } = newKey();
  const key = (sk: string) => ({ pk, sk });
  const writes = {
    RequestItems: {
      [TableName]: ["a", "b"].map((sk) => ({
        PutRequest: { Item: { ...key(sk), n: 1, set: new Set(["x"]) } },
      })),
    },
  };
  const transaction = { TransactItems: [{ Put: { TableName, Item: key("c") } }] };
  const update = {
    TableName,
    Key: key("a"),
    UpdateExpression: "ADD n :one",
    ExpressionAttributeValues: { ":one": 1 },
    ReturnValues: "ALL_NEW" as const,
  };
  const Statement = `UPDATE "${TableName}" SET n=? WHERE pk=? AND sk=?`;
  const statements = { Statements: ["b", "none"].map((sk) => ({ Statement, Parameters: [7, pk, sk] })) };
  const list = { TableName, KeyConditionExpression: "pk = :pk", ExpressionAttributeValues: { ":pk": pk } };
  const keys = { RequestItems: { [TableName]: { Keys: [key("a"), key("none")] } } };
  const deletion = { TableName, Key: key("c"), ReturnValues: "ALL_OLD" as const };
  const own = [
    await client.send("BatchWriteItem", writes),
    await client.send("TransactWriteItems", transaction),
    await client.send("UpdateItem", update),
    await client.send("BatchExecuteStatement", statements),
    await client.send("Query", { ...list, Limit: 2 }),
    await client.send("Query", { ...list, ExclusiveStartKey: key("a") }),
    await client.send("BatchGetItem", keys),
    await client.send("DeleteItem", deletion),
    await client.send("GetItem", { TableName, Key: key("c") }),
  ];
  const ofSdk = [
    await sdk.send(new BatchWriteCommand(writes)),
    await sdk.send(new TransactWriteCommand(transaction)),
    await sdk.send(new UpdateCommand(update)),
    await sdk.send(new BatchExecuteStatementCommand(statements)),
    await sdk.send(new QueryCommand({ ...list, Limit: 2 })),
    await sdk.send(new QueryCommand({ ...list, ExclusiveStartKey: key("a") })),
    await sdk.send(new BatchGetCommand(keys)),
    await sdk.send(new DeleteCommand(deletion)),
    await sdk.send(new GetCommand({ TableName, Key: key("c") })),
  ];
  const metadata = expect.anything();
  expect(own.map((output) => ({ ...output, $metadata: metadata }))).toEqual(ofSdk);
});

it("a failed condition gives the stored item, alone and in a transaction, and a log of the error does not show it", async () => {
  const Item = { ...newKey(), bytes: new Uint8Array([1, 2, 3]), list: [{ n: 1 }], B: "hidden" };
  await client.send("PutItem", { TableName, Item });
  const Put = {
    TableName,
    Item,
    ConditionExpression: "attribute_not_exists(pk)",
    ReturnValuesOnConditionCheckFailure: "ALL_OLD" as const,
  };
  const alone: unknown = await client.send("PutItem", Put).catch((error: unknown) => error);
  expect(isConditionFailure(alone) && itemOfFailure(alone)).toEqual(Item);
  expect(cancellationReasonsOf(alone)).toBeNull();
  const TransactItems = [{ Put: { TableName, Item: newKey() } }, { Put }];
  const cancelled: unknown = await client
    .send("TransactWriteItems", { TransactItems })
    .catch((error: unknown) => error);
  expect(isConditionFailure(cancelled)).toBe(false);
  expect(cancellationReasonsOf(cancelled)).toEqual([
    expect.objectContaining({ Code: "None" }),
    expect.objectContaining({ Code: "ConditionalCheckFailed", Item }),
  ]);
  for (const error of [alone, cancelled]) expect(inspect(error, { depth: null })).not.toContain("hidden");
});

it("a value that DynamoDB cannot store is an error that names the reason", async () => {
  const Item = { ...newKey(), number: Number.POSITIVE_INFINITY };
  await expect(client.send("PutItem", { TableName, Item })).rejects.toThrow("Infinity");
});
