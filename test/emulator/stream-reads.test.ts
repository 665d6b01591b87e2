import { once } from "node:events";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { expect, it, onTestFinished } from "vitest";
import { callAws } from "../../lib/emulator/aws-json.ts";
import { startClock } from "../../lib/emulator/clock.ts";
import { watchDisk } from "../../lib/emulator/disk-space.ts";
import type { WriteWatch } from "../../lib/emulator/dynamodb/write-watch.ts";
import { startDynamoDb } from "../../lib/emulator/dynamodb.ts";
import type { Mapping } from "../../lib/emulator/event-sources/mapping.ts";
import { pollStream } from "../../lib/emulator/event-sources/stream-poller.ts";
import { isJsonObject, type Json, listAt, parseJson, textAt } from "../../lib/emulator/json.ts";
import { openState } from "../../lib/emulator/state.ts";
import { temporaryFolder } from "../support/emulator/assembly-fixture.ts";

const mapping: Mapping = {
  id: "mapping",
  sourceArn: "arn:stream",
  functionName: "fn",
  batchSize: 100,
  batchingWindowSeconds: 0,
  reportsItemFailures: false,
  matches: () => true,
  maximumConcurrency: undefined,
  startingPosition: "TRIM_HORIZON",
  parallelizationFactor: 1,
  bisects: false,
  retryAttempts: undefined,
  recordAgeSeconds: undefined,
  onFailureArn: undefined,
};

/** A stream of one shard that counts how often its records are read. An iterator is the number of records before it. */
async function openStream() {
  const records: Json[] = [];
  let reads = 0;
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const action = String(request.headers["x-amz-target"]).split(".")[1] ?? "";
      response.end(JSON.stringify(respond(action, parseJson(body, "The request"))));
    });
  });
  function respond(action: string, request: Json): Json {
    if (action === "DescribeStream") return { StreamDescription: { Shards: [{ ShardId: "shard" }] } };
    if (action === "GetShardIterator") return { ShardIterator: "0" };
    reads += 1;
    return {
      Records: records.slice(Number(textAt(request, "ShardIterator"))),
      NextShardIterator: String(records.length),
    };
  }
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const address = server.address();
  return {
    endpoint: `http://127.0.0.1:${isJsonObject(Object(address)) ? Object(address).port : ""}`,
    reads: () => reads,
    add(item: string): void {
      const SequenceNumber = String(records.length + 1);
      records.push({ eventName: "INSERT", dynamodb: { SequenceNumber, Keys: { pk: { S: item } } } });
    },
  };
}

/** Starts a poller. `handled` gets the item of each record, and the number of reads at that time. */
async function poll(watchForWrite: (() => WriteWatch | undefined) | undefined) {
  const directory = temporaryFolder();
  const stream = await openStream();
  const state = openState(directory);
  const { database } = state;
  const clock = startClock(database, 1);
  const disk = watchDisk(directory, () => {});
  const handled: { item: string | undefined; reads: number }[] = [];
  const poller = pollStream({
    mapping,
    streamArn: "arn:stream",
    functionArn: "arn:fn",
    endpoint: stream.endpoint,
    watchForWrite,
    database,
    disk,
    host: {
      has: () => true,
      concurrencyOf: () => 1,
      stop: () => Promise.resolve(),
      invoke(_, event) {
        for (const record of listAt(event, "Records"))
          handled.push({ item: textAt(record, "dynamodb", "Keys", "pk", "S"), reads: stream.reads() });
        return Promise.resolve({ ok: true, requestId: "r", payload: null });
      },
    },
    clock,
    sendToQueue: () => Promise.resolve(),
    log: () => {},
  });
  onTestFinished(async () => {
    await poller.stop();
    clock.stop();
    disk.stop();
    state.close();
  });
  return { stream, handled };
}

/** Starts a poller that only the test wakes, by a call of `waits`, and waits until it has read once. */
async function pollUntilWoken() {
  const waits: ((wasWritten: boolean) => void)[] = [];
  const next = () => new Promise<boolean>((resolve) => waits.push(resolve));
  const polled = await poll(() => ({ next, close: () => {} }));
  onTestFinished(() => {
    for (const wake of waits) wake(false);
  });
  await expect.poll(() => waits.length).toBe(1);
  return { ...polled, waits };
}

it("a poller does not read again until a write is noticed, and then its next read finds the record", async () => {
  const { stream, handled, waits } = await pollUntilWoken();
  const before = stream.reads();
  stream.add("first");
  waits[0]?.(true);
  await expect.poll(() => handled).toEqual([{ item: "first", reads: before + 1 }]);

  await expect.poll(() => waits.length).toBe(2);
  expect(stream.reads()).toBe(before + 3);
});

it("a poller reads again before it waits, when the write that woke it is not visible yet", async () => {
  const { stream, handled, waits } = await pollUntilWoken();
  const before = stream.reads();
  waits[0]?.(true);
  await expect.poll(() => stream.reads()).toBeGreaterThan(before);
  stream.add("late");
  await expect.poll(() => handled).toHaveLength(1);
  expect(waits).toHaveLength(1);
});

it("a poller without a watch for writes reads again and again", async () => {
  const { stream, handled } = await poll(() => undefined);
  await expect.poll(() => stream.reads()).toBeGreaterThan(3);
  stream.add("first");
  await expect.poll(() => handled).toHaveLength(1);
});

it("a watch of dynoxide notices a write since it was opened, also before it is waited for", async () => {
  const database = await startDynamoDb("dynoxide", temporaryFolder());
  onTestFinished(() => database.stop());
  await callAws(database.endpoint, "DynamoDB_20120810.CreateTable", {
    TableName: "table",
    BillingMode: "PAY_PER_REQUEST",
    AttributeDefinitions: [{ AttributeName: "pk", AttributeType: "S" }],
    KeySchema: [{ AttributeName: "pk", KeyType: "HASH" }],
  });
  const put = () =>
    callAws(database.endpoint, "DynamoDB_20120810.PutItem", {
      TableName: "table",
      Item: { pk: { S: "item" } },
    });
  const { signal } = new AbortController();
  const hourMs = 60 * 60_000;

  const early = database.watchForWrite?.();
  expect(early).toBeDefined();
  await put();
  expect(await early?.next(hourMs, signal)).toBe(true);

  const late = database.watchForWrite?.();
  const noticed = late?.next(hourMs, signal);
  await put();
  expect(await noticed).toBe(true);

  expect(await database.watchForWrite?.()?.next(hourMs, AbortSignal.abort())).toBe(false);
});
