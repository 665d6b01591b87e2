import { createHash, randomBytes } from "node:crypto";
import { decodeTime, encodeTime } from "ulid";
import type { IdPrefix, NewId } from "../domain/ids.ts";

const crockford = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

export function idMaker(nowMs: () => number): NewId {
  return (prefix) => `${prefix}_${newUlid(nowMs())}`;
}

/** A new ULID. It draws its random part at once: the library's own function draws each character, which takes some 40 µs. */
export function newUlid(atMs: number): string {
  return ulidOf(atMs, randomBytes(16));
}

/** The time in an id of this service, in epoch milliseconds. */
export function madeAtMs(id: string): number {
  return decodeTime(id.slice(id.indexOf("_") + 1));
}

/**
 * Derives an id from a time and other parts. The same input gives the same id, so a worker that runs twice stores one
 * item. It sorts by its time like every id.
 */
export function derivedId(prefix: IdPrefix, atMs: number, ...parts: readonly (string | number)[]): string {
  const hash = createHash("sha256")
    .update(JSON.stringify([prefix, ...parts]))
    .digest();
  return `${prefix}_${ulidOf(atMs, hash)}`;
}

/** The ULID of a time, with five bits of each of 16 bytes as its random part. */
export function ulidOf(atMs: number, random: Uint8Array): string {
  const characters = [...random.subarray(0, 16)].map((byte) => crockford[byte % 32]);
  return `${encodeTime(atMs, 10)}${characters.join("")}`;
}
