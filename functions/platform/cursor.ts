import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { invalid } from "../domain/errors.ts";

const ivBytes = 12;
const tagBytes = 16;

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
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv("aes-256-gcm", Buffer.from(cursorKey, "base64"), iv);
  cipher.setAAD(Buffer.from(JSON.stringify(list)));
  const sealed = Buffer.concat([cipher.update(position, "utf8"), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString("base64url");
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
  if (bytes.length <= ivBytes + tagBytes || bytes.toString("base64url") !== cursor) throw foreign();
  const decipher = createDecipheriv(
    "aes-256-gcm",
    Buffer.from(cursorKey, "base64"),
    bytes.subarray(0, ivBytes),
    {
      authTagLength: tagBytes,
    },
  );
  decipher.setAAD(Buffer.from(JSON.stringify(list)));
  decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]).toString(
      "utf8",
    );
  } catch {
    throw foreign();
  }
}

function foreign() {
  return invalid([
    { field: "cursor", reason: "must be a nextCursor of this list with the same filters and order" },
  ]);
}
