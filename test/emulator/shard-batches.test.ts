import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import type { EventFilter } from "../../lib/emulator/event-sources/filter.ts";
import { openShardBatches } from "../../lib/emulator/event-sources/shard-batches.ts";
import { type StreamRecord, sequenceNumberOf } from "../../lib/emulator/event-sources/stream-batch.ts";
import { textAt } from "../../lib/emulator/json.ts";

const hourMs = 60 * 60_000;
const stopping = new AbortController();

function record(sequence: number, item: string): StreamRecord {
  return { dynamodb: { SequenceNumber: String(sequence), Keys: { pk: { S: item } } } };
}

interface Batch {
  /** Each record as item and sequence number. */
  records: string[];
  done: PromiseWithResolvers<void>;
  onDone: (index: number) => void;
}

const all: EventFilter = () => true;
const isNotOther: EventFilter = (one) => textAt(one, "dynamodb", "Keys", "pk", "S") !== "other";

function open({ factor = 1, batchSize = 10, windowMs = 0, matches = all } = {}) {
  const started: Batch[] = [];
  const positions: string[] = [];
  const errors: unknown[] = [];
  const batches = openShardBatches({
    mapping: { batchSize, parallelizationFactor: factor, matches },
    batchingWindowMs: windowMs,
    signal: stopping.signal,
    process(records, onDone) {
      const done = Promise.withResolvers<void>();
      started.push({
        records: records.map(
          (one) => `${textAt(one, "dynamodb", "Keys", "pk", "S")}${sequenceNumberOf(one)}`,
        ),
        done,
        onDone: (index) => onDone(records[index] ?? {}),
      });
      return done.promise.then(() => onDone(records.at(-1) ?? {}));
    },
    onPosition: (sequenceNumber) => positions.push(sequenceNumber),
    onError: (error) => errors.push(error),
  });
  const add = (...items: (readonly [number, string])[]) =>
    batches.add(items.map(([sequence, item]) => record(sequence, item)));
  const finish = async (index: number) => {
    started[index]?.done.resolve();
    await sleep(0);
  };
  const startedRecords = () => started.map(({ records }) => records);
  return { batches, add, finish, started, startedRecords, positions, errors };
}

it("the batches of different items run at once, up to the parallelization factor, and an item's records one after another", async () => {
  const { add, finish, startedRecords } = open({ factor: 2 });
  add([1, "a"], [2, "b"]);
  add([3, "a"]);
  add([4, "c"], [5, "a"]);
  add([6, "d"]);
  expect(startedRecords()).toEqual([["a1", "b2"], ["c4"]]);
  await finish(1);
  expect(startedRecords().slice(2)).toEqual([["d6"]]);
  await finish(0);
  expect(startedRecords().slice(3)).toEqual([["a3", "a5"]]);
});

it("without a parallelization factor, a batch runs after the one before it", async () => {
  const { add, finish, startedRecords } = open({ batchSize: 2 });
  add([1, "a"], [2, "b"], [3, "c"]);
  add([4, "d"]);
  expect(startedRecords()).toEqual([["a1", "b2"]]);
  await finish(0);
  expect(startedRecords()).toEqual([
    ["a1", "b2"],
    ["c3", "d4"],
  ]);
});

it("the position never passes a record that is not processed", async () => {
  const { add, finish, started, positions } = open({ factor: 2, matches: isNotOther });
  add([1, "other"]);
  expect(positions).toEqual(["1"]);
  add([2, "a"], [3, "other"]);
  add([4, "b"], [5, "c"]);
  expect(positions).toEqual(["1"]);
  started[1]?.onDone(0);
  expect(positions).toEqual(["1"]);
  await finish(0);
  expect(positions).toEqual(["1", "4"]);
  await finish(1);
  expect(positions).toEqual(["1", "4", "5"]);
});

it("a batch starts when it is full or its window is over, and the last ones at once", async () => {
  const { batches, add, finish, startedRecords } = open({ batchSize: 2, windowMs: hourMs });
  add([1, "a"]);
  expect(startedRecords()).toEqual([]);
  add([2, "b"], [3, "c"]);
  expect(startedRecords()).toEqual([["a1", "b2"]]);
  await finish(0);
  expect(startedRecords()).toHaveLength(1);
  const drained = batches.drained();
  expect(startedRecords().slice(1)).toEqual([["c3"]]);
  await finish(1);
  await drained;

  const short = open({ windowMs: 1 });
  short.add([1, "a"]);
  expect(short.startedRecords()).toEqual([]);
  await expect.poll(() => short.startedRecords()).toEqual([["a1"]]);
});

it("after an error the records of the batch that are left are processed again", async () => {
  const { add, finish, started, startedRecords, positions, errors } = open();
  add([1, "a"], [2, "b"], [3, "c"]);
  started[0]?.onDone(0);
  started[0]?.done.reject(new Error("the on-failure queue failed"));
  await expect
    .poll(() => startedRecords())
    .toEqual([
      ["a1", "b2", "c3"],
      ["b2", "c3"],
    ]);
  expect(errors).toHaveLength(1);
  await finish(1);
  expect(positions).toEqual(["1", "3"]);
});

it("no more is read while a thousand records wait", async () => {
  const { batches, add, finish } = open({ batchSize: 1000 });
  add([0, "a"]);
  add(...Array.from({ length: 1000 }, (_, index) => [index + 1, "b"] as const));
  let hasRoom = false;
  const waiting = batches.hasRoom().then(() => {
    hasRoom = true;
  });
  await sleep(0);
  expect(hasRoom).toBe(false);
  await finish(0);
  await waiting;
});
