import { createServer } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { commit } from "../../../functions/table/store/commit.ts";
import { listen } from "../../../lib/demo/listen.ts";
import { callAws } from "../../../lib/emulator/aws-json.ts";
import type { Json } from "../../../lib/emulator/json.ts";
import { provided } from "../../support/setup/provided.ts";
import { newId } from "../../support/table/entities.ts";
import { tableAt } from "../../support/table/table.ts";
import { type CountingProxy, openCountingProxy } from "./counting-proxy.ts";

const { endpoint, tableName } = provided("database");
let proxy: CountingProxy;
beforeAll(async () => {
  proxy = await openCountingProxy(endpoint);
});
afterAll(() => proxy.close());

const item = () => ({ pk: newId("org"), sk: "ITEM" });
/** An item with both attributes of one index. */
const listed = () => ({ ...item(), parentList: "parent", createdSort: newId("pst") });

it("the counting proxy counts a write and its index write, and both twice in a transaction", async () => {
  const table = tableAt({ endpoint: proxy.endpoint, tableName });
  await commit(table, [{ kind: "put", item: item() }]);
  await commit(table, [{ kind: "put", item: listed() }]);
  await commit(table, [
    { kind: "put", item: item() },
    { kind: "put", item: listed() },
  ]);
  expect(proxy.take()).toMatchObject({
    PutItem: { calls: 2, writeUnits: 1 + 2, withoutEffect: 0 },
    TransactWriteItems: { calls: 1, writeUnits: 2 + 4, withoutEffect: 0 },
  });
  expect(proxy.take()).toEqual({});
});

it("the counting proxy counts a write whose condition fails as one unit, and such a transaction as two for each item", async () => {
  const table = tableAt({ endpoint: proxy.endpoint, tableName });
  const failing = { kind: "put", item: item(), condition: "attribute_exists(pk)" } as const;
  await expect(commit(table, [failing])).rejects.toThrow("condition");
  await expect(commit(table, [failing, { kind: "put", item: item() }])).rejects.toThrow("condition");
  expect(proxy.take()).toMatchObject({
    PutItem: { calls: 1, writeUnits: 1, withoutEffect: 1 },
    TransactWriteItems: { calls: 1, writeUnits: 4, withoutEffect: 1 },
  });
});

it("the counting proxy counts the units that PartiQL statements write and read, and the failed statements", async () => {
  const insert = (pk: string) => ({
    Statement: `INSERT INTO "${tableName}" VALUE {'pk': ?, 'sk': ?}`,
    Parameters: [{ S: pk }, { S: "ITEM" }],
  });
  const [one, other] = [newId("org"), newId("org")];
  const execute = (Statements: Json) =>
    callAws(proxy.endpoint, "DynamoDB_20120810.BatchExecuteStatement", { Statements });
  await execute([insert(one), insert(other)]);
  await execute([insert(one)]);
  expect(proxy.take()).toMatchObject({
    BatchExecuteStatement: { calls: 2, writeUnits: 3, readUnits: 0, withoutEffect: 1 },
  });
  await execute([
    {
      Statement: `SELECT * FROM "${tableName}" WHERE pk = ? AND sk = ?`,
      Parameters: [{ S: one }, { S: "ITEM" }],
    },
  ]);
  const { BatchExecuteStatement: read } = proxy.take();
  expect(read?.writeUnits).toBe(0);
  expect(read?.readUnits).toBeGreaterThan(0);
});

it("the counting proxy counts receives without messages separately", async () => {
  const responses = ["{}", '{"Messages":[{"MessageId":"1"}]}'];
  const engine = createServer((request, response) => {
    request.resume().on("end", () => response.end(responses.shift()));
  });
  const queue = await openCountingProxy(`http://127.0.0.1:${await listen(engine)}`);
  await callAws(queue.endpoint, "AmazonSQS.ReceiveMessage", {});
  await callAws(queue.endpoint, "AmazonSQS.ReceiveMessage", {});
  expect(queue.take()).toMatchObject({ ReceiveMessage: { calls: 2, withoutEffect: 1 } });
  queue.close();
  engine.close();
  engine.closeAllConnections();
});
