import { guardedFetch } from "../../http/guarded-fetch.ts";
import { fetchFeed } from "./feed.ts";
import type { FetchSource } from "./source.ts";

/** Fetches sources of every type through the guarded fetch. */
export function openFetchSource({
  nowMs,
  allowLoopback,
}: {
  nowMs: () => number;
  allowLoopback: boolean;
}): FetchSource {
  return ({ url }) =>
    fetchFeed(url, {
      fetch: (target, options) => guardedFetch(target, { ...options, allowLoopback }),
      nowMs: nowMs(),
      allowLoopback,
    });
}
