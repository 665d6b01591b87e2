import { guardedFetch } from "../../http/guarded-fetch.ts";
import { readFeed } from "./feed.ts";
import type { ReadSource } from "./source.ts";

/** Reads sources of every type through the guarded fetch. */
export function openReadSource({
  nowMs,
  allowLoopback,
}: {
  nowMs: () => number;
  allowLoopback: boolean;
}): ReadSource {
  return ({ url }) =>
    readFeed(url, {
      fetch: (target, options) => guardedFetch(target, { ...options, allowLoopback }),
      nowMs: nowMs(),
    });
}
