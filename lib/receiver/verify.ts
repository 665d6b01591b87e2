import { createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

const signatureHeaders = ["X-Service-Signature", "X-Service-Signature-Previous"] as const;

export interface SignatureCheck {
  /** `unchecked`: there is no secret. */
  outcome: "valid" | "invalid" | "absent" | "unchecked";
  /** The header with the valid signature, or all signature headers if none is valid. */
  headers: string[];
}

/** Checks the signature headers of exactly these bytes. During a rotation one of the two is enough. */
export function checkSignature(
  rawBody: Buffer,
  headers: IncomingHttpHeaders,
  secret: string | null,
): SignatureCheck {
  const present = signatureHeaders.filter((name) => headers[name.toLowerCase()] !== undefined);
  if (present.length === 0) return { outcome: "absent", headers: [] };
  if (secret === null) return { outcome: "unchecked", headers: present };
  const genuine = present.find((name) => verifies(rawBody, String(headers[name.toLowerCase()]), secret));
  return genuine === undefined
    ? { outcome: "invalid", headers: present }
    : { outcome: "valid", headers: [genuine] };
}

/** Checks a signature of the received bytes, in constant time (specification, section 6). */
function verifies(rawBody: Buffer, signature: string, secret: string): boolean {
  const expected = Buffer.from(`v1=${createHmac("sha256", secret).update(rawBody).digest("hex")}`);
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
