import { setTimeout as sleep } from "node:timers/promises";
import { AwsError } from "../../aws/aws-error.ts";
import { cancellationReasonsOf } from "../../aws/dynamodb.ts";

const retriesMax = 8;

/** Waits before the next try: exponential backoff with jitter, from about 10 ms to about 2.5 s. */
export function backOff(attempt: number): Promise<void> {
  return sleep(10 * 2 ** Math.min(attempt, retriesMax) * (0.5 + Math.random()));
}

/** Repeats a write that conflicts with another transaction. The client does not repeat it. */
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
  if (error instanceof AwsError && error.name === "TransactionConflictException") return true;
  const reasons = cancellationReasonsOf(error);
  return reasons?.every(({ Code = "None" }) => /^None$|Conflict|Throttl|Throughput/.test(Code)) ?? false;
}
