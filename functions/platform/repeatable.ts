import { createCipheriv, hkdfSync } from "node:crypto";
import type { Effects } from "./effects.ts";
import { ulidOf } from "./ids.ts";
import { seal, unseal } from "./seal.ts";

/** What the ids, secrets and sealed response of a request are derived from. Only the bearer of the API key can derive them again. */
interface Origin {
  bearer: string;
  /** Random, and stored with the request. */
  seed: string;
}

/** Derives a key of 256 bits. API keys have 256 random bits, so the derivation needs no stretching. */
function derivedKey({ bearer, seed }: Origin, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync("sha256", bearer, Buffer.from(seed, "base64url"), purpose, 32));
}

/**
 * Effects that make the same ids, secrets and time from the same origin. So a request whose response is not known can run
 * again and compute that response.
 */
export function repeatableEffects(effects: Effects, origin: Origin, startedAtMs: number): Effects {
  const stream = createCipheriv("aes-256-ctr", derivedKey(origin, "effects"), Buffer.alloc(16));
  const bytes = (count: number): Uint8Array => stream.update(Buffer.alloc(count));
  return {
    ...effects,
    nowMs: () => startedAtMs,
    newId: (prefix) => `${prefix}_${ulidOf(startedAtMs, bytes(16))}`,
    randomBytes: bytes,
  };
}

/** Seals a response, which may contain a secret. Only a request with the same API key can open it. */
export function sealResponse(response: string, origin: Origin, context: string): Uint8Array {
  return seal(response, derivedKey(origin, "response"), context);
}

/** @throws an Error when the response was sealed for another key or another context, or was altered. */
export function openResponse(sealed: Uint8Array, origin: Origin, context: string): string {
  return unseal(sealed, derivedKey(origin, "response"), context);
}
