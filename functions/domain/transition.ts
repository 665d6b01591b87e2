import { unprocessable } from "./errors.ts";

/** A move of a state machine. Its `from` is both the check and the condition of the write that makes it. */
export interface Transition<State extends string> {
  from: readonly State[];
  to: State;
}

export function assertAllowed<State extends string>(
  transition: Transition<State>,
  status: State,
  resource: string,
  verb: string,
): void {
  if (transition.from.includes(status)) return;
  throw unprocessable(
    `A ${resource} in status ${status} cannot be ${verb}: it must be ${transition.from.join(" or ")}.`,
  );
}
