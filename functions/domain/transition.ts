import { unprocessable } from "./errors.ts";

/** A transition of a state machine. The check and the condition of the write both use its `from`. */
export interface Transition<State extends string> {
  from: readonly State[];
  to: State;
}

/**
 * @param participle what is done to the resource, such as "approved", for the error message
 * @throws unprocessable when the transition does not start from the status
 */
export function assertAllowed<State extends string>(
  transition: Transition<State>,
  status: State,
  resource: string,
  participle: string,
): void {
  if (transition.from.includes(status)) return;
  throw unprocessable(
    `A ${resource} in status ${status} cannot be ${participle}: it must be ${transition.from.join(" or ")}.`,
  );
}
