import type { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { localRegion } from "../assembly/identities.ts";
import { AwsError, callAws } from "../aws-json.ts";
import type { ServiceClock } from "../clock.ts";
import type { DiskWatch } from "../disk-space.ts";
import { isJsonObject, type JsonObject, listAt, textAt } from "../json.ts";
import type { LambdaHost } from "../lambda/host.ts";
import { type Checkpoints, openCheckpoints } from "./checkpoints.ts";
import type { Mapping } from "./mapping.ts";
import type { Poller } from "./queue-poller.ts";
import {
  createdMs,
  type Exhausted,
  failureMessage,
  processStreamBatch,
  type StreamRecord,
  sequenceNumberOf,
} from "./stream-batch.ts";

const idleMsMin = 60;
const retryMs = 500;
const recordsPerRead = 1000;
const describeEveryMs = 2000;

/**
 * Invokes a function with the records of a DynamoDB stream as Lambda does. The position is stored after each batch: when the
 * process ends in any way, the next run continues after the last finished batch.
 */
export function pollStream(options: {
  mapping: Mapping;
  /** The engine's own ARN of the stream. The function sees the template's ARN. */
  streamArn: string;
  functionArn: string;
  endpoint: string;
  database: DatabaseSync;
  disk: DiskWatch;
  host: LambdaHost;
  clock: ServiceClock;
  sendToQueue: (queueArn: string, body: string) => Promise<void>;
  log: (line: string) => void;
}): Poller {
  const { mapping, streamArn, endpoint, host, log } = options;
  const checkpoints = openCheckpoints(options.database, mapping.id, streamArn, options.disk);
  const startedMs = Date.now();
  const idleMs = Math.max(idleMsMin, (mapping.batchingWindowSeconds * 1000) / options.clock.speed);
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
            Promise.resolve(parent).then(() => untilDone(id, () => readShard(id, isNew))),
          );
        }
        isFirst = false;
      });
      await pause(describeEveryMs);
    }
  }

  async function readShard(shard: string, isNew: boolean): Promise<void> {
    let iterator = await openShard(shard, checkpoints, isNew);
    while (iterator !== undefined && !signal.aborted) {
      const response: JsonObject = await streams("GetRecords", {
        ShardIterator: iterator,
        Limit: recordsPerRead,
      });
      const records = listAt(response, "Records").filter(isJsonObject).map(asDelivered);
      await deliver(shard, records);
      iterator = textAt(response, "NextShardIterator");
      if (records.length === 0 && iterator !== undefined) await pause(idleMs);
    }
  }

  async function openShard(shard: string, from: Checkpoints, isNew: boolean): Promise<string | undefined> {
    const known = from.read(shard);
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

  async function deliver(shard: string, records: readonly StreamRecord[]): Promise<void> {
    const matching = records.filter(mapping.matches);
    for (let at = 0; at < matching.length; at += mapping.batchSize) {
      await processStreamBatch(matching.slice(at, at + mapping.batchSize), {
        mapping,
        host,
        signal,
        isTooOld,
        onExhausted: (exhausted) => report(exhausted, shard),
        onDone: (last) => checkpoints.write(shard, sequenceNumberOf(last)),
      });
    }
    const last = records.at(-1);
    if (last !== undefined) checkpoints.write(shard, sequenceNumberOf(last));
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
        log(`stream to ${mapping.functionName}, ${what}: ${String(error)}`);
        await pause(retryMs);
      }
    }
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
