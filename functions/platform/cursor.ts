import { invalid } from "../domain/errors.ts";
import { seal, unseal } from "./seal.ts";

/**
 * Seals a position in a list under the organization's key, bound to the list, its filters and its order. A cursor that is
 * changed, truncated or used with another list is rejected.
 */
export function sealCursor(
  position: string | null,
  list: readonly unknown[],
  cursorKey: string,
): string | null {
  if (position === null) return null;
  return seal(position, Buffer.from(cursorKey, "base64"), JSON.stringify(list)).toString("base64url");
}

/** @throws validation_error on field `cursor` for anything but a cursor of this list with these filters and this order. */
export function openCursor(
  cursor: string | undefined,
  list: readonly unknown[],
  cursorKey: string,
): string | null {
  if (cursor === undefined) return null;
  const bytes = Buffer.from(cursor, "base64url");
  // Decoding is lenient: a text that does not encode to itself again was altered.
  if (bytes.toString("base64url") !== cursor) throw invalidCursor();
  try {
    return unseal(bytes, Buffer.from(cursorKey, "base64"), JSON.stringify(list));
  } catch {
    throw invalidCursor();
  }
}

function invalidCursor() {
  return invalid([
    { field: "cursor", reason: "must be a nextCursor of this list with the same filters and order" },
  ]);
}
