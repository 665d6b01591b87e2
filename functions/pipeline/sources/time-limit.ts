import { types } from "node:util";
import { createContext, Script } from "node:vm";

const call = new Script("work()");

export class TimeLimitExceeded extends Error {
  override name = "TimeLimitExceeded";
}

/**
 * Runs synchronous work, and stops it after a time limit. Nothing else bounds a parser that can take quadratic time for a
 * hostile document (feedsmith does for the brackets in a person's name).
 * @throws {TimeLimitExceeded}
 */
export function withTimeLimit<T>(work: () => T, limitMs: number): T {
  let result: { value: T } | undefined;
  const context = createContext({
    work: () => {
      result = { value: work() };
    },
  });
  try {
    call.runInContext(context, { timeout: limitMs });
  } catch (error) {
    // The error is from another realm, so `instanceof` does not work.
    const isLate =
      types.isNativeError(error) && "code" in error && error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT";
    throw isLate ? new TimeLimitExceeded(`not done in ${limitMs} ms`) : error;
  }
  if (result === undefined) throw new Error("the work did not end");
  return result.value;
}
