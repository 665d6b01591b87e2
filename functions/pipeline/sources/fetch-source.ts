import { guardedFetch } from "../../http/guarded-fetch.ts";
import { readSource } from "./read-source.ts";
import type { FetchSource } from "./source.ts";
import { noSourceMemory, type SourceMemory } from "./source-memory.ts";

/**
 * Fetches sources of every type through the guarded fetch.
 * @param effects.memory the memory of the brand's sources. Without it, nothing is stored, and every document is read whole.
 * @param effects.publicUrl the address of this service: it tells the operator of a source who reads it
 */
export function openFetchSource({
  nowMs,
  allowLoopback,
  memory = noSourceMemory,
  publicUrl = null,
}: {
  nowMs: () => number;
  allowLoopback: boolean;
  memory?: SourceMemory;
  publicUrl?: string | null;
}): FetchSource {
  return (source) =>
    readSource(source, {
      fetch: (target, options) => guardedFetch(target, { ...options, allowLoopback }),
      memory,
      publicUrl,
      nowMs: nowMs(),
      allowLoopback,
    });
}
