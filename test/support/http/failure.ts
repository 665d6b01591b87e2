import type { FetchError } from "../../../functions/http/fetch-error.ts";
import { type GuardedFetchOptions, guardedFetch } from "../../../functions/http/guarded-fetch.ts";
import type { Resolve } from "../../../functions/http/resolve-host.ts";

/** What a delivery asks for, but in less time and from this machine too. */
export const overHttps: GuardedFetchOptions = { timeoutMs: 2_000, maxBodyBytes: 1_024, allowLoopback: true };
export const overHttp: GuardedFetchOptions = { ...overHttps, allowHttp: true };

/** For tests that are not about names: every name is here. */
export const toLoopback: Resolve = async () => [{ address: "127.0.0.1", family: 4 }];

/** The error of a fetch that must not succeed. */
export async function failure(url: string, options: GuardedFetchOptions): Promise<FetchError> {
  const outcome = await guardedFetch(url, options).catch((error: FetchError) => error);
  if (!("code" in outcome)) throw new Error(`answered with ${outcome.status}`);
  return outcome;
}
