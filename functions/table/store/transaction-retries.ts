import { setTimeout as sleep } from "node:timers/promises";
import { TransactionCanceledException, TransactionConflictException } from "@aws-sdk/client-dynamodb";

const retriesMax = 8;

/** Waits before the next try: exponential backoff with jitter, from about 10 ms to about 2.5 s. */
export function backOff(attempt: number): Promise<void> {
  return sleep(10 * 2 ** Math.min(attempt, retriesMax) * (0.5 + Math.random()));
}

/** Repeats a write that conflicts with another transaction. The SDK does not retry it. */
export async function withTransactionRetries<Result>(write: () => Promise<Result>): Promise<Result> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await write();
    } catch (error) {
      if (attempt >= retriesMax || !isTransient(error)) throw error;
      await backOff(attempt);
    }
  }
}

/** Whether a write failed only because of another transaction or of the table's load. */
function isTransient(error: unknown): boolean {
  if (error instanceof TransactionConflictException) return true;
  if (!(error instanceof TransactionCanceledException)) return false;
  const codes = (error.CancellationReasons ?? []).map(({ Code }) => Code ?? "None");
  return codes.every((code) => /^None$|Conflict|Throttl|Throughput/.test(code));
}
