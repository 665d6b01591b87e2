import { createHmac } from "node:crypto";

type SignableEvent = { id: string; type: string; data: Readonly<Record<string, unknown>>; ts: number };

/**
 * The exact body of an event's deliveries, in the contract's key order. With a secret, `signature` holds the HMAC of
 * those bytes with an empty `signature`, because a signature cannot cover itself. Without a secret there is no signature.
 */
export function signedBody({ id, type, data, ts }: SignableEvent, secret: string | null): string {
  if (secret === null) return JSON.stringify({ id, type, data, ts });
  const signature = signatureHeader(JSON.stringify({ id, type, data, signature: "", ts }), secret);
  return JSON.stringify({ id, type, data, signature, ts });
}

/** The value of `X-Service-Signature` (and of its `-Previous`) for exactly these bytes. */
export function signatureHeader(body: string, secret: string): string {
  return `v1=${createHmac("sha256", secret).update(body).digest("hex")}`;
}
