import { invalid } from "../domain/errors.ts";
import { seal, unseal } from "./seal.ts";

/**
 * Seals a position in a list under the organization's key, bound to the list, its filters and its order:
 * whoever sends it back changed, cut or to another list gets it refused.
 */
export function sealCursor(
  position: string | null,
  list: readonly unknown[],
  cursorKey: string,
): string | null {
  if (position === null) return null;
  return seal(position, Buffer.from(cursorKey, "base64"), JSON.stringify(list)).toString("base64url");
}

/** @throws validation_error on field `cursor` for anything but a cursor of just this list. */
export function openCursor(
  cursor: string | undefined,
  list: readonly unknown[],
  cursorKey: string,
): string | null {
  if (cursor === undefined) return null;
  const bytes = Buffer.from(cursor, "base64url");
  // Decoding is lenient: what does not encode to the same text again was altered.
  if (bytes.toString("base64url") !== cursor) throw foreign();
  try {
    return unseal(bytes, Buffer.from(cursorKey, "base64"), JSON.stringify(list));
  } catch {
    throw foreign();
  }
}

function foreign() {
  return invalid([
    { field: "cursor", reason: "must be a nextCursor of this list with the same filters and order" },
  ]);
}
