import { contended } from "../../domain/errors.ts";
import { backOff } from "./transaction-retries.ts";

/** Somebody else has changed what a write was decided on: nothing was written. */
export const raced = Symbol("raced");

/** Of twelve that change one thing at once each still gets its turn. */
const triesMax = 20;

/**
 * Reads, decides and writes again while others come in between, so that of changes at the same moment each sees the
 * one before it and none is lost.
 * @throws rate_limited when that does not end: the same request may well succeed a second later
 */
export async function untilUnraced<Result>(change: () => Promise<Result | typeof raced>): Promise<Result> {
  for (let attempt = 0; attempt < triesMax; attempt += 1) {
    if (attempt > 0) await backOff(Math.min(attempt, 5));
    const result = await change();
    if (result !== raced) return result;
  }
  throw contended("Others are changing this at the same moment");
}
