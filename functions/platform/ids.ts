import { createHash } from "node:crypto";
import { decodeTime, encodeTime, ulid } from "ulid";
import type { IdPrefix, NewId } from "../domain/ids.ts";

const crockford = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

export function idMaker(nowMs: () => number): NewId {
  return (prefix) => `${prefix}_${ulid(nowMs())}`;
}

/** When an id of this service was made, or for which moment: epoch milliseconds. */
export function madeAtMs(id: string): number {
  return decodeTime(id.slice(id.indexOf("_") + 1));
}

/**
 * The id of a thing that follows from others: the same moment and parts give the same id, so that whoever is
 * run twice makes it once. It sorts by its moment like every id.
 */
export function derivedId(prefix: IdPrefix, atMs: number, ...parts: readonly (string | number)[]): string {
  const hash = createHash("sha256")
    .update(JSON.stringify([prefix, ...parts]))
    .digest();
  return `${prefix}_${ulidOf(atMs, hash)}`;
}

/** The ULID of a moment whose random part comes from 16 bytes, five bits of each. */
export function ulidOf(atMs: number, random: Uint8Array): string {
  const characters = [...random.subarray(0, 16)].map((byte) => crockford[byte % 32]);
  return `${encodeTime(atMs, 10)}${characters.join("")}`;
}
