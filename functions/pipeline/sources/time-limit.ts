import { types } from "node:util";
import { createContext, Script } from "node:vm";

const call = new Script("work()");

export class TimeLimitExceeded extends Error {
  override name = "TimeLimitExceeded";
}

/**
 * Runs synchronous work and ends it by force when it takes longer: the one way to bound a parser that a
 * document can lead into quadratic time (feedsmith reads a person's name so, for each bracket anew).
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
    // It is an Error of the context's own realm, to which `instanceof` says no.
    const isLate =
      types.isNativeError(error) && "code" in error && error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT";
    throw isLate ? new TimeLimitExceeded(`not done in ${limitMs} ms`) : error;
  }
  if (result === undefined) throw new Error("the work did not end");
  return result.value;
}
