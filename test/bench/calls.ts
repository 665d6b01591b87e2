import { trusted } from "../../functions/domain/trusted.ts";
import type { Client } from "../support/client/http-client.ts";

/** Calls the API, and expects success. Returns the body. @throws with the response's text */
export async function created(
  client: Client,
  key: string,
  path: string,
  body?: unknown,
): Promise<Record<string, string>> {
  const { status, text } = await client.call("POST", path, { key, body });
  if (status >= 300) throw new Error(`POST ${path}: ${status} ${text}`);
  return trusted<Record<string, string>>(JSON.parse(text));
}

/**
 * Calls `act` every `everyMs` until `until`, without waiting for the calls before. Waits for all of them at the end.
 * @throws the first error of a call
 */
export async function repeatEvery(
  everyMs: number,
  until: AbortSignal,
  act: () => Promise<void>,
): Promise<void> {
  const running: Promise<PromiseSettledResult<void>[]>[] = [];
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => running.push(Promise.allSettled([act()])), everyMs);
    until.addEventListener("abort", () => {
      clearInterval(timer);
      resolve();
    });
  });
  for (const outcome of (await Promise.all(running)).flat())
    if (outcome.status === "rejected") throw outcome.reason;
}
