import { contended } from "../../domain/errors.ts";
import { backOff } from "./transaction-retries.ts";

/** The result of a try whose item another request has changed since it was read: nothing was written. */
export const conflict = Symbol("conflict");

/** Enough that each of twelve concurrent changes of one item succeeds. */
const triesMax = 20;

/**
 * Repeats `change`, which reads, decides and writes, until it returns something other than `conflict`. So each of
 * several concurrent changes sees the one before it, and none is lost.
 * @throws rate_limited after 20 tries: the same request can succeed a second later
 */
export async function retryOnConflict<Result>(
  change: () => Promise<Result | typeof conflict>,
): Promise<Result> {
  for (let attempt = 0; attempt < triesMax; attempt += 1) {
    if (attempt > 0) await backOff(Math.min(attempt, 5));
    const result = await change();
    if (result !== conflict) return result;
  }
  throw contended("Other requests are changing this resource at the same time");
}
