import { setTimeout as sleep } from "node:timers/promises";
import type { Json, JsonObject } from "../json.ts";
import { numberAt, textAt } from "../json.ts";
import type { InvocationResult, LambdaHost } from "../lambda/host.ts";
import { type Mapping, readItemFailures } from "./mapping.ts";

/** A stream record as functions get it. */
export type StreamRecord = JsonObject;

/** Records that are not tried again, and why. The on-failure destination gets a message about them. */
export interface Exhausted {
  records: readonly StreamRecord[];
  condition: "RetryAttemptsExhausted" | "RecordAgeExceeded";
  invokeCount: number;
  requestId: string;
}

const firstRetryMs = 100;
const retryMsMax = 2000;

/**
 * Processes a batch as Lambda does for streams: retries from the first failed record, bisects after a function error, and
 * stops trying records that are too old or were tried too often. Resolves when every record is processed or exhausted.
 * Calls `onDone` with the last record of each finished part. Rejects when `signal` aborts it.
 * https://docs.aws.amazon.com/lambda/latest/dg/services-ddb-batchfailurereporting.html
 */
export async function processStreamBatch(
  batch: readonly StreamRecord[],
  context: {
    mapping: Mapping;
    host: LambdaHost;
    signal: AbortSignal;
    /** Whether a record is past the mapping's maximum age. */
    isTooOld: (record: StreamRecord) => boolean;
    onExhausted: (exhausted: Exhausted) => Promise<void>;
    onDone: (last: StreamRecord) => void;
  },
): Promise<void> {
  const { mapping, host, signal, isTooOld, onExhausted, onDone } = context;
  await attempt(batch, 0);

  async function attempt(given: readonly StreamRecord[], failures: number): Promise<void> {
    const records = await withoutOld(given, failures);
    if (records.length === 0) return;
    signal.throwIfAborted();
    const result = await host.invoke(mapping.functionName, { Records: records });
    const done = countDone(result, records);
    if (done > 0) finish(records.slice(0, done));
    const left = records.slice(done);
    if (left.length === 0) return;
    if (left.length > 1 && mapping.bisects) {
      // Splitting does not count as a retry: https://docs.aws.amazon.com/lambda/latest/dg/services-dynamodb-errors.html
      const half = Math.ceil(left.length / 2);
      await pause(failures);
      await attempt(left.slice(0, half), failures);
      await attempt(left.slice(half), failures);
      return;
    }
    if (mapping.retryAttempts !== undefined && failures >= mapping.retryAttempts) {
      const { requestId } = result;
      await onExhausted({
        records: left,
        condition: "RetryAttemptsExhausted",
        invokeCount: failures + 1,
        requestId,
      });
      finish(left);
      return;
    }
    await pause(failures);
    await attempt(left, failures + 1);
  }

  async function withoutOld(
    records: readonly StreamRecord[],
    invokeCount: number,
  ): Promise<readonly StreamRecord[]> {
    const young = records.findIndex((record) => !isTooOld(record));
    const old = young === -1 ? records : records.slice(0, young);
    if (old.length === 0) return records;
    await onExhausted({ records: old, condition: "RecordAgeExceeded", invokeCount, requestId: "" });
    finish(old);
    return records.slice(old.length);
  }

  function countDone(result: InvocationResult, records: readonly StreamRecord[]): number {
    if (!result.ok) return 0;
    if (!mapping.reportsItemFailures) return records.length;
    const sequences = records.map(sequenceNumberOf);
    const failed = readItemFailures(result.payload, sequences);
    if (failed === "all") return 0;
    const first = sequences.findIndex((sequence) => failed.includes(sequence));
    return first === -1 ? records.length : first;
  }

  function finish(records: readonly StreamRecord[]): void {
    const last = records.at(-1);
    if (last !== undefined) onDone(last);
  }

  async function pause(failures: number): Promise<void> {
    await sleep(Math.min(firstRetryMs * 2 ** failures, retryMsMax), undefined, { signal });
  }
}

export function sequenceNumberOf(record: StreamRecord): string {
  return textAt(record, "dynamodb", "SequenceNumber") ?? "";
}

/** Returns when a record was created, in real milliseconds since the epoch. */
export function createdMs(record: StreamRecord): number {
  return (numberAt(record, "dynamodb", "ApproximateCreationDateTime") ?? 0) * 1000;
}

/** Returns the message for the on-failure queue: where the records are, without their content. */
export function failureMessage(
  exhausted: Exhausted,
  mapping: Mapping,
  functionArn: string,
  shardId: string,
): Json {
  const { records, condition, invokeCount, requestId } = exhausted;
  const times = records.map((record) => new Date(createdMs(record)).toISOString());
  return {
    requestContext: { requestId, functionArn, condition, approximateInvokeCount: invokeCount },
    responseContext: { statusCode: 200, executedVersion: "$LATEST", functionError: "Unhandled" },
    version: "1.0",
    timestamp: new Date().toISOString(),
    DDBStreamBatchInfo: {
      shardId,
      startSequenceNumber: records[0] === undefined ? "" : sequenceNumberOf(records[0]),
      endSequenceNumber: records.at(-1) === undefined ? "" : sequenceNumberOf(records.at(-1) ?? {}),
      approximateArrivalOfFirstRecord: times[0] ?? "",
      approximateArrivalOfLastRecord: times.at(-1) ?? "",
      batchSize: records.length,
      streamArn: mapping.sourceArn,
    },
  };
}
