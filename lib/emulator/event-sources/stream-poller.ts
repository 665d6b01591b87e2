import type { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { localRegion } from "../assembly/identities.ts";
import { AwsError, callAws } from "../aws-json.ts";
import type { ServiceClock } from "../clock.ts";
import type { DiskWatch } from "../disk-space.ts";
import type { WriteWatch } from "../dynamodb/write-watch.ts";
import { isJsonObject, type JsonObject, listAt, textAt } from "../json.ts";
import type { LambdaHost } from "../lambda/host.ts";
import { openCheckpoints } from "./checkpoints.ts";
import type { Mapping } from "./mapping.ts";
import type { Poller } from "./queue-poller.ts";
import { openShardBatches } from "./shard-batches.ts";
import {
  createdMs,
  type Exhausted,
  failureMessage,
  processStreamBatch,
  type StreamRecord,
  sequenceNumberOf,
} from "./stream-batch.ts";

/** With shorter times, a busy table's function would get more and smaller batches. */
const readEveryMs = 60;
/** A write is noticed a moment before readers see it: they look again after this time, then after twice the time. */
const firstVisibleInMs = 5;
/** A shard is read so often although no write was noticed. */
const lookAgainMs = 1000;
const retryMs = 500;
const recordsPerRead = 1000;
/** dynoxide has one shard, and reads all records of the stream to describe it. DynamoDB Local opens a shard every few hours. */
const describeEveryMs = 10_000;

/**
 * Invokes a function with the records of a DynamoDB stream as Lambda does. Reads ahead while batches
 * run. The position is stored after each batch: when the process ends in any way, the next run continues before the oldest
 * record that was not processed.
 */
export function pollStream(options: {
  mapping: Mapping;
  /** The engine's own ARN of the stream. The function sees the template's ARN. */
  streamArn: string;
  functionArn: string;
  endpoint: string;
  /** Opens a watch that notices the engine's next write. Without it, the stream is read every 60 ms. */
  watchForWrite: (() => WriteWatch | undefined) | undefined;
  database: DatabaseSync;
  disk: DiskWatch;
  host: LambdaHost;
  clock: ServiceClock;
  sendToQueue: (queueArn: string, body: string) => Promise<void>;
  log: (line: string) => void;
}): Poller {
  const { mapping, streamArn, endpoint, watchForWrite, host, log } = options;
  const checkpoints = openCheckpoints(options.database, mapping.id, streamArn, options.disk);
  const startedMs = Date.now();
  const stopping = new AbortController();
  const { signal } = stopping;
  const shards = new Map<string, Promise<void>>();
  let isFirst = true;

  /** Reads every shard of the stream, also those that open later. A child is read when its parent is finished. */
  async function followShards(): Promise<void> {
    while (!signal.aborted) {
      await untilDone("stream", async () => {
        const response = await streams("DescribeStream", { StreamArn: streamArn });
        for (const shard of listAt(response, "StreamDescription", "Shards")) {
          const id = textAt(shard, "ShardId") ?? "";
          if (shards.has(id)) continue;
          const parent = shards.get(textAt(shard, "ParentShardId") ?? "");
          const isNew = !isFirst;
          shards.set(
            id,
            Promise.resolve(parent).then(() => readShard(id, isNew)),
          );
        }
        isFirst = false;
      });
      await pause(describeEveryMs);
    }
  }

  async function readShard(shard: string, isNew: boolean): Promise<void> {
    let position: string | undefined;
    let watch: WriteWatch | undefined;
    let visibleInMs = readEveryMs;
    const batches = openShardBatches({
      mapping,
      batchingWindowMs: (mapping.batchingWindowSeconds * 1000) / options.clock.speed,
      signal,
      process: (batch, onDone) =>
        processStreamBatch(batch, {
          mapping,
          host,
          signal,
          isTooOld,
          onExhausted: (exhausted) => report(exhausted, shard),
          onDone,
        }),
      onPosition: (sequenceNumber) => checkpoints.write(shard, sequenceNumber),
      onError: (error) => logProblem(shard, error),
    });
    await untilDone(shard, async () => {
      position ??= checkpoints.read(shard);
      let iterator = await openShard(shard, position, isNew);
      while (iterator !== undefined && !signal.aborted) {
        const readAtMs = performance.now();
        const response: JsonObject = await streams("GetRecords", {
          ShardIterator: iterator,
          Limit: recordsPerRead,
        });
        const records = listAt(response, "Records").filter(isJsonObject).map(asDelivered);
        position = records.map(sequenceNumberOf).at(-1) ?? position;
        batches.add(records);
        await batches.hasRoom();
        iterator = textAt(response, "NextShardIterator");
        if (records.length === recordsPerRead) continue;
        if (records.length > 0) {
          watch?.close();
          watch = undefined;
          visibleInMs = readEveryMs;
        } else if (visibleInMs < readEveryMs) visibleInMs *= 2;
        else if (watch === undefined) watch = watchForWrite?.();
        else {
          // The watch was opened before this read, so it notices every write that the read did not see.
          if (await watch.next(lookAgainMs, signal)) visibleInMs = firstVisibleInMs;
          watch = undefined;
        }
        const untilNextReadMs = readAtMs + readEveryMs - performance.now();
        await pause(visibleInMs < readEveryMs ? visibleInMs : Math.max(0, untilNextReadMs));
      }
    });
    watch?.close();
    await batches.drained();
  }

  async function openShard(
    shard: string,
    known: string | undefined,
    isNew: boolean,
  ): Promise<string | undefined> {
    // A shard that opens while the poller runs is read from its first record.
    const position =
      known === undefined
        ? { ShardIteratorType: isNew ? "TRIM_HORIZON" : mapping.startingPosition }
        : { ShardIteratorType: "AFTER_SEQUENCE_NUMBER", SequenceNumber: known };
    const at = { StreamArn: streamArn, ShardId: shard };
    try {
      return textAt(await streams("GetShardIterator", { ...at, ...position }), "ShardIterator");
    } catch (error) {
      if (!(error instanceof AwsError) || error.code !== "TrimmedDataAccessException") throw error;
      const oldest = { ...at, ShardIteratorType: "TRIM_HORIZON" };
      return textAt(await streams("GetShardIterator", oldest), "ShardIterator");
    }
  }

  /** Age is in real time. Records do not age while the runtime is stopped. */
  function isTooOld(record: StreamRecord): boolean {
    if (mapping.recordAgeSeconds === undefined) return false;
    return Date.now() - Math.max(createdMs(record), startedMs) > mapping.recordAgeSeconds * 1000;
  }

  async function report(exhausted: Exhausted, shard: string): Promise<void> {
    log(
      `stream to ${mapping.functionName}: ${exhausted.records.length} records are not tried again (${exhausted.condition})`,
    );
    if (mapping.onFailureArn === undefined) return;
    const message = failureMessage(exhausted, mapping, options.functionArn, shard);
    await options.sendToQueue(mapping.onFailureArn, JSON.stringify(message));
  }

  function asDelivered(record: JsonObject): StreamRecord {
    return { ...record, awsRegion: localRegion, eventSourceARN: mapping.sourceArn };
  }

  function streams(action: string, request: JsonObject): Promise<JsonObject> {
    return callAws(endpoint, `DynamoDBStreams_20120810.${action}`, request, { signal });
  }

  /** Repeats `work` until it succeeds or the poller stops. */
  async function untilDone(what: string, work: () => Promise<void>): Promise<void> {
    while (!signal.aborted) {
      try {
        await work();
        return;
      } catch (error) {
        if (signal.aborted) return;
        logProblem(what, error);
        await pause(retryMs);
      }
    }
  }

  function logProblem(what: string, error: unknown): void {
    log(`stream to ${mapping.functionName}, ${what}: ${String(error)}`);
  }

  async function pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal }).catch(() => {});
  }

  const following = followShards();
  return {
    async stop() {
      stopping.abort();
      await following;
      await Promise.all(shards.values());
    },
  };
}
