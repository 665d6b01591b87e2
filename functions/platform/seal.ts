import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

const ivBytes = 12;
const tagBytes = 16;

/**
 * Seals a text (AES-256-GCM) under a key of 32 bytes, bound to one context.
 * @returns the random IV, the tag and the ciphertext
 */
export function seal(text: string, key: Uint8Array, context = ""): Buffer {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv("aes-256-gcm", key, iv);
  cipher.setAAD(Buffer.from(context));
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
}

/** @throws an Error when the text was sealed under another key or for another context, or was altered or truncated. */
export function unseal(sealed: Uint8Array, key: Uint8Array, context = ""): string {
  const iv = sealed.subarray(0, ivBytes);
  const decipher = createDecipheriv("aes-256-gcm", key, iv, { authTagLength: tagBytes });
  decipher.setAAD(Buffer.from(context));
  decipher.setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes));
  const text = decipher.update(sealed.subarray(ivBytes + tagBytes));
  return Buffer.concat([text, decipher.final()]).toString("utf8");
}
