import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import type { Effects } from "./effects.ts";
import { ulidOf } from "./ids.ts";

/** What one request's ids, secrets and sealed reply come from; only the bearer of the API key can bring them forth again. */
interface Origin {
  bearer: string;
  /** Random, and stored beside the request. */
  seed: string;
}

/** A key of 256 bits: keys are 256 random bits themselves, so deriving needs no stretching. */
function derivedKey({ bearer, seed }: Origin, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync("sha256", bearer, Buffer.from(seed, "base64url"), purpose, 32));
}

/**
 * Effects that bring forth the same ids, secrets and moment each time a request is carried out from one origin: what
 * its first execution has stored, the next one knows by its id for its own.
 */
export function repeatableEffects(effects: Effects, origin: Origin, startedAtMs: number): Effects {
  const stream = createCipheriv("aes-256-ctr", derivedKey(origin, "effects"), Buffer.alloc(16));
  const bytes = (count: number): Uint8Array => stream.update(Buffer.alloc(count));
  const writer = Buffer.from(bytes(12)).toString("base64url");
  const newUlid = (): string => ulidOf(startedAtMs, bytes(16));
  return {
    nowMs: () => startedAtMs,
    newId: (prefix) => `${prefix}_${newUlid()}`,
    randomBytes: bytes,
    table: { ...effects.table, newIntentId: newUlid, writer },
  };
}

const ivBytes = 12;
const tagBytes = 16;

/** Seals a reply (AES-256-GCM), which may show a secret, for whoever sends the same request by the same API key. */
export function sealReply(reply: string, origin: Origin, place: string): Uint8Array {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv("aes-256-gcm", derivedKey(origin, "reply"), iv);
  cipher.setAAD(Buffer.from(place));
  const sealed = Buffer.concat([cipher.update(reply, "utf8"), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
}

/** @throws an Error when the reply was sealed for anybody else, for another place, or was altered. */
export function openReply(sealed: Uint8Array, origin: Origin, place: string): string {
  const iv = sealed.subarray(0, ivBytes);
  const decipher = createDecipheriv("aes-256-gcm", derivedKey(origin, "reply"), iv, {
    authTagLength: tagBytes,
  });
  decipher.setAAD(Buffer.from(place));
  decipher.setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes));
  const opened = decipher.update(sealed.subarray(ivBytes + tagBytes));
  return Buffer.concat([opened, decipher.final()]).toString("utf8");
}
