import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { loadAssembly } from "../../lib/emulator/assembly.ts";
import { callAws } from "../../lib/emulator/aws-json.ts";
import { ensureTable } from "../../lib/emulator/dynamodb/tables.ts";
import { deleteExpired, expiringTable, startTimeToLive } from "../../lib/emulator/dynamodb/time-to-live.ts";
import { type DynamoDb, startDynamoDb } from "../../lib/emulator/dynamodb.ts";
import { listAt, textAt } from "../../lib/emulator/json.ts";
import { temporaryFolder, writeAssembly } from "../support/emulator/assembly-fixture.ts";

const tableOf = (timeToLive: object) => ({
  Type: "AWS::DynamoDB::Table",
  Properties: {
    TableName: "things",
    AttributeDefinitions: [{ AttributeName: "id", AttributeType: "S" }],
    KeySchema: [{ AttributeName: "id", KeyType: "HASH" }],
    BillingMode: "PAY_PER_REQUEST",
    ...timeToLive,
  },
});

function resourceOf(timeToLive: object) {
  const stacks = { S: { Resources: { Things: tableOf(timeToLive) } } };
  const options = { publicHost: "localhost", queueUrlBase: "http://127.0.0.1:1" };
  const [resource] = loadAssembly(writeAssembly(temporaryFolder(), stacks), options).ofType(
    "AWS::DynamoDB::Table",
  );
  if (resource === undefined) throw new Error("the template has no table");
  return resource;
}

/** A day in the future of this machine: only a service clock that runs fast shows it. */
const nowMs = Date.now() + 86_400_000;
const nowSeconds = Math.floor(nowMs / 1000);
const fiveYearsSeconds = 5 * 365 * 86_400;

let engine: DynamoDb;
beforeEach(async () => {
  engine = await startDynamoDb("dynoxide", temporaryFolder());
});
afterEach(() => engine.stop());

const call = (action: string, body: object) =>
  callAws(engine.endpoint, `DynamoDB_20120810.${action}`, { TableName: "things", ...body });

async function idsLeft(): Promise<string[]> {
  const page = await call("Scan", {});
  return listAt(page, "Items")
    .map((item) => textAt(item, "id", "S") ?? "")
    .toSorted();
}

it("items are deleted once their time to live has passed on the service's clock, and no other items", async () => {
  const table = resourceOf({ TimeToLiveSpecification: { AttributeName: "endsAt", Enabled: true } });
  await ensureTable(engine.endpoint, table);
  const items = {
    expired: { N: String(nowSeconds - 1) },
    "ends now": { N: String(nowSeconds) },
    later: { N: String(nowSeconds + 1) },
    text: { S: String(nowSeconds - 1) },
    "more than five years ago": { N: String(nowSeconds - fiveYearsSeconds - 1) },
  };
  for (const [id, endsAt] of Object.entries(items))
    await call("PutItem", { Item: { id: { S: id }, endsAt } });
  await call("PutItem", { Item: { id: { S: "for ever" } } });
  const [expiring] = expiringTable(table);
  if (expiring === undefined) throw new Error("the table has no time to live");
  expect(await deleteExpired(engine.endpoint, expiring, () => nowMs)).toBe(1);
  expect(await idsLeft()).toEqual(["ends now", "for ever", "later", "more than five years ago", "text"]);
});

it("all expired items of a table are deleted, however many pages it has", async () => {
  const table = resourceOf({ TimeToLiveSpecification: { AttributeName: "endsAt", Enabled: true } });
  await ensureTable(engine.endpoint, table);
  const endsAt = { N: String(nowSeconds - 1) };
  for (let start = 0; start < 1_200; start += 25) {
    const puts = Array.from({ length: 25 }, (_, index) => ({
      PutRequest: { Item: { id: { S: String(start + index) }, endsAt } },
    }));
    await callAws(engine.endpoint, "DynamoDB_20120810.BatchWriteItem", { RequestItems: { things: puts } });
  }
  const [expiring] = expiringTable(table);
  if (expiring === undefined) throw new Error("the table has no time to live");
  expect(await deleteExpired(engine.endpoint, expiring, () => nowMs)).toBe(1_200);
  expect(await idsLeft()).toEqual([]);
});

it("expired items are deleted while the clock runs, until it is stopped", async () => {
  const table = resourceOf({ TimeToLiveSpecification: { AttributeName: "endsAt", Enabled: true } });
  await ensureTable(engine.endpoint, table);
  await call("PutItem", { Item: { id: { S: "expired" }, endsAt: { N: String(nowSeconds - 1) } } });
  const problems: string[] = [];
  const timeToLive = startTimeToLive({
    endpoint: engine.endpoint,
    tables: [table],
    clock: { now: () => nowMs, realMsUntil: () => 0 },
    log: (line) => problems.push(line),
    firstPassAfterMs: 0,
  });
  await vi.waitFor(async () => expect(await idsLeft()).toEqual([]), { timeout: 10_000, interval: 50 });
  await timeToLive.stop();
  expect(problems).toEqual([]);
});

it("a table without a time to live keeps its items", () => {
  expect(expiringTable(resourceOf({}))).toEqual([]);
  const disabled = { TimeToLiveSpecification: { AttributeName: "endsAt", Enabled: false } };
  expect(expiringTable(resourceOf(disabled))).toEqual([]);
});
