import { setTimeout as sleep } from "node:timers/promises";
import { TransactionCanceledException, TransactionConflictException } from "@aws-sdk/client-dynamodb";

const retriesMax = 8;

/** Waits before the next try: longer after each, and no two waiters alike. */
export function backOff(attempt: number): Promise<void> {
  return sleep(10 * 2 ** Math.min(attempt, retriesMax) * (0.5 + Math.random()));
}

/**
 * Writes again while somebody else's transaction holds an item: neither has won yet, and the SDK does not try again
 * by itself.
 */
export async function withTransactionRetries<Result>(write: () => Promise<Result>): Promise<Result> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await write();
    } catch (error) {
      if (attempt >= retriesMax || !isConflict(error)) throw error;
      await backOff(attempt);
    }
  }
}

/** Nothing speaks against the write but another transaction, or the table's present load. */
function isConflict(error: unknown): boolean {
  if (error instanceof TransactionConflictException) return true;
  if (!(error instanceof TransactionCanceledException)) return false;
  const codes = (error.CancellationReasons ?? []).map(({ Code }) => Code ?? "None");
  return codes.every((code) => /^None$|Conflict|Throttl|Throughput/.test(code));
}
