import { guardedFetch } from "../../http/guarded-fetch.ts";
import { readSource } from "./read-source.ts";
import type { FetchSource } from "./source.ts";
import { noSourceMemory, type SourceMemory } from "./source-memory.ts";

/**
 * Fetches sources of every type through the guarded fetch.
 * @param effects `memory` is that of the brand. Without it, nothing is stored, and every document is read whole.
 */
export function openFetchSource({
  nowMs,
  allowLoopback,
  memory = noSourceMemory,
}: {
  nowMs: () => number;
  allowLoopback: boolean;
  memory?: SourceMemory;
}): FetchSource {
  return (source) =>
    readSource(source, {
      fetch: (target, options) => guardedFetch(target, { ...options, allowLoopback }),
      memory,
      nowMs: nowMs(),
      allowLoopback,
    });
}
