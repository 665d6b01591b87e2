import type { Json } from "../emulator/json.ts";
import { type ControlResult, callControl } from "./control.ts";

const callName = "sign-in-link";

/** Adds the call for a sign-in link to what the control endpoint of a service invokes. */
export function withSignInLinkCall(
  newSignInLink: () => string,
  invoke: (functionName: string, event: Json) => Promise<ControlResult>,
): typeof invoke {
  return (name, event) =>
    name === callName ? Promise.resolve({ ok: true, payload: newSignInLink() }) : invoke(name, event);
}

/**
 * Returns a new sign-in link of the service that runs on the state folder. Rejects with an Error of one line when none runs
 * there.
 */
export async function signInLinkOfRunning(stateDirectory: string): Promise<string> {
  const result = await callControl(stateDirectory, callName, null);
  if (result === undefined)
    throw new Error(
      `No service runs on ${stateDirectory}: start it with npm start, which prints a sign-in link.`,
    );
  if (!result.ok || typeof result.payload !== "string")
    throw new Error(
      "The running service makes no sign-in link: it is of an earlier version. Restart it with npm start.",
    );
  return result.payload;
}
