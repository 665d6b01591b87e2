import { setTimeout as sleep } from "node:timers/promises";
import { valueAt } from "../json.ts";
import type { Mapping } from "./mapping.ts";
import { type StreamRecord, sequenceNumberOf } from "./stream-batch.ts";

/** The records of a shard that have been read and are not processed. */
export interface ShardBatches {
  /** Adds what has been read, in the order of the shard. */
  add(records: readonly StreamRecord[]): void;
  /** Resolves when few enough records wait to read more. */
  hasRoom(): Promise<void>;
  /** Nothing more is added. Resolves when every record is processed, or the signal has aborted and what runs has ended. */
  drained(): Promise<void>;
}

interface Waiting {
  record: StreamRecord;
  /** The record's item. */
  key: string;
  /** The sequence number of the record before it in the shard. */
  before: string | undefined;
  /** When it was read, in real time. */
  atMs: number;
}

/** The most records that are read ahead while batches run. */
const aheadMax = 1000;
const retryMs = 500;

/**
 * Makes batches of a shard's records as Lambda does: up to `parallelizationFactor` batches at once, and the records of an item
 * one after another, in their order. A batch starts when it is full or its first record has waited for the batching window.
 * https://docs.aws.amazon.com/lambda/latest/dg/services-dynamodb-eventsourcemapping.html
 */
export function openShardBatches(options: {
  mapping: Pick<Mapping, "matches" | "batchSize" | "parallelizationFactor">;
  /** In real time. */
  batchingWindowMs: number;
  signal: AbortSignal;
  /** Processes a batch, and calls `onDone` with the last record of each finished part. */
  process: (batch: readonly StreamRecord[], onDone: (last: StreamRecord) => void) => Promise<void>;
  /** Gets the sequence number up to which all records are processed. */
  onPosition: (sequenceNumber: string) => void;
  onError: (error: unknown) => void;
}): ShardBatches {
  const { mapping, batchingWindowMs, signal } = options;
  let waiting: Waiting[] = [];
  /** Those that wait or are in a running batch, in the order of the shard. */
  const unfinished = new Set<Waiting>();
  const running = new Set<Promise<void>>();
  const busyKeys = new Set<string>();
  let lastRead: string | undefined;
  let position: string | undefined;
  let window: NodeJS.Timeout | undefined;
  let isLast = false;

  function storePosition(): void {
    const [oldest] = unfinished;
    const done = oldest === undefined ? lastRead : oldest.before;
    if (done === undefined || done === position) return;
    position = done;
    options.onPosition(done);
  }

  function takeBatch(): Waiting[] {
    const batch: Waiting[] = [];
    const left: Waiting[] = [];
    for (const one of waiting)
      (batch.length < mapping.batchSize && !busyKeys.has(one.key) ? batch : left).push(one);
    const [first] = batch;
    if (first === undefined) return [];
    const windowLeftMs = first.atMs + batchingWindowMs - performance.now();
    if (batch.length < mapping.batchSize && windowLeftMs > 0 && !isLast) {
      window ??= setTimeout(() => {
        window = undefined;
        startBatches();
      }, windowLeftMs).unref();
      return [];
    }
    waiting = left;
    return batch;
  }

  function startBatches(): void {
    while (running.size < mapping.parallelizationFactor && !signal.aborted) {
      const batch = takeBatch();
      if (batch.length === 0) return;
      const keys = new Set(batch.map(({ key }) => key));
      for (const key of keys) busyKeys.add(key);
      const work = processAll(batch).finally(() => {
        running.delete(work);
        for (const key of keys) busyKeys.delete(key);
        startBatches();
      });
      running.add(work);
    }
  }

  /** Tries again after an error that is not the function's, such as of the on-failure queue. */
  async function processAll(batch: readonly Waiting[]): Promise<void> {
    let left = batch;
    const finish = (last: StreamRecord) => {
      const count = left.findIndex(({ record }) => record === last) + 1;
      for (const one of left.slice(0, count)) unfinished.delete(one);
      left = left.slice(count);
      storePosition();
    };
    while (left.length > 0 && !signal.aborted) {
      try {
        const records = left.map(({ record }) => record);
        await options.process(records, finish);
      } catch (error) {
        if (signal.aborted) return;
        options.onError(error);
        await sleep(retryMs, undefined, { signal }).catch(() => {});
      }
    }
  }

  return {
    add(records) {
      const atMs = performance.now();
      for (const record of records) {
        const before = lastRead;
        lastRead = sequenceNumberOf(record);
        if (!mapping.matches(record)) continue;
        const one = { record, key: JSON.stringify(valueAt(record, "dynamodb", "Keys")), before, atMs };
        waiting.push(one);
        unfinished.add(one);
      }
      storePosition();
      startBatches();
    },
    async hasRoom() {
      while (waiting.length >= aheadMax && running.size > 0 && !signal.aborted) await Promise.race(running);
    },
    async drained() {
      isLast = true;
      startBatches();
      while (running.size > 0) await Promise.race(running);
    },
  };
}
