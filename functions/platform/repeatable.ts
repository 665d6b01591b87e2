import { createCipheriv, hkdfSync } from "node:crypto";
import type { Effects } from "./effects.ts";
import { ulidOf } from "./ids.ts";
import { seal, unseal } from "./seal.ts";

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
 * Effects that bring forth the same ids, secrets and moment from one origin: so that an execution whose answer is not
 * known can be gone through again, and gives that answer.
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

/** Seals a reply, which may show a secret, for whoever sends the same request by the same API key. */
export function sealResponse(reply: string, origin: Origin, place: string): Uint8Array {
  return seal(reply, derivedKey(origin, "reply"), place);
}

/** @throws an Error when the reply was sealed for anybody else, for another place, or was altered. */
export function openResponse(sealed: Uint8Array, origin: Origin, place: string): string {
  return unseal(sealed, derivedKey(origin, "reply"), place);
}
