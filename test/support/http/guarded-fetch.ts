import type { FetchError } from "../../../functions/http/fetch-error.ts";
import { type GuardedFetchOptions, guardedFetch } from "../../../functions/http/guarded-fetch.ts";
import type { Resolve } from "../../../functions/http/resolve-host.ts";

/** The options of a delivery, with a shorter timeout and with loopback allowed. */
export const httpsOptions: GuardedFetchOptions = {
  timeoutMs: 2_000,
  maxBodyBytes: 1_024,
  allowLoopback: true,
};
export const httpOptions: GuardedFetchOptions = { ...httpsOptions, allowHttp: true };

/** For tests that are not about names: every name resolves to loopback. */
export const resolveToLoopback: Resolve = async () => [{ address: "127.0.0.1", family: 4 }];

/** Returns the error of a fetch that must fail. */
export async function fetchError(url: string, options: GuardedFetchOptions): Promise<FetchError> {
  const outcome = await guardedFetch(url, options).catch((error: FetchError) => error);
  if (!("code" in outcome)) throw new Error(`the response has status ${outcome.status}`);
  return outcome;
}
