import { deflateRawSync, inflateRawSync } from "node:zlib";
import { trusted } from "../../domain/trusted.ts";
import type { SourceItem } from "./source.ts";

/**
 * Ordinary items of a source, at most 100, take 5 to 30 kB. An item of the table could have 400 kB, but each kB costs a write
 * whenever the source changes.
 */
const packedBytesMax = 64 * 1024;
/** More than 100 items of the greatest lengths take. */
const unpackedBytesMax = 8 * 1024 * 1024;

/** Compresses the items of a source; null if they are too large to be stored. */
export function packItems(items: readonly SourceItem[]): Uint8Array | null {
  const packed = deflateRawSync(JSON.stringify(items));
  return packed.length <= packedBytesMax ? packed : null;
}

export function unpackItems(packed: Uint8Array): SourceItem[] {
  const json = inflateRawSync(packed, { maxOutputLength: unpackedBytesMax }).toString("utf8");
  return trusted<SourceItem[]>(JSON.parse(json));
}
