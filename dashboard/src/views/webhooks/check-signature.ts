/** What someone pastes to find out why a signature does not match. */
export interface SignedRequest {
  body: string;
  /** The header `X-Service-Signature`. */
  signature: string;
  /** The header `X-Service-Signature-Previous`; empty if there was none. */
  previousSignature: string;
  secret: string;
}

/** What each mistake is, and what to do about it. */
export const mistakes = {
  prefix: "The header does not begin with “v1=”. Compare the whole value, with its prefix.",
  hex_case: "The header has capital letters. Compare in lower case, as the service writes the digits.",
  base64_header: "The signature is in Base64. The service sends it in hexadecimal digits.",
  secret_space: "The secret has spaces or a line break around it. Remove them where it is stored.",
  secret_quotes: "The secret has quotation marks around it. Remove them where it is stored.",
  quoted_body: "The body was quoted as a JSON string. Sign the body itself, without the outer quotes.",
  base64_body: "The body is in Base64, as some gateways send it. Decode it before you compute the HMAC.",
  wrong_charset: "The body was read as Latin-1. It is UTF-8: compute the HMAC over the bytes that arrived.",
  outer_space: "The body has spaces or a line break around it that were not sent, such as one at its end.",
  reserialized:
    "The body was parsed and written again, so its spaces or escapes differ. Compute the HMAC over the bytes that arrived, before you parse them.",
  key_order:
    "The keys of the body are in another order. Compute the HMAC over the bytes that arrived, before you parse them.",
  empty_signature:
    "The body's field “signature” is empty or missing. The header covers the body as it arrived, with that field filled.",
  body_signature:
    "This is the value of the body's own field “signature”, which covers the body with that field empty. Compare the header X-Service-Signature.",
} as const;

export type Mistake = keyof typeof mistakes;

/** Which header a secret verifies. During a rotation, the previous secret verifies the second one. */
type Header = "current" | "previous";

export type SignatureCheck =
  | { outcome: "match"; header: Header }
  /** It matches once the mistakes are corrected. */
  | { outcome: "mistakes"; header: Header; mistakes: Mistake[] }
  /** `expected`: the header that belongs to exactly this body and secret. */
  | { outcome: "mismatch"; expected: string }
  /** A header that is no signature. */
  | { outcome: "malformed"; header: Header };

interface Variant {
  text: string;
  mistakes: Mistake[];
}

/**
 * Checks a signature in the browser: nothing is sent. If it does not match, tries the common mistakes and reports the
 * fewest that explain it.
 * @param request the body as it was received, and a secret of at least one character
 */
export async function checkSignature(request: SignedRequest): Promise<SignatureCheck> {
  const { body, signature, previousSignature, secret } = request;
  const current = headerVariant(signature);
  if (current === null) return { outcome: "malformed", header: "current" };
  const previous = previousSignature.trim() === "" ? undefined : headerVariant(previousSignature);
  if (previous === null) return { outcome: "malformed", header: "previous" };

  const secrets = variantsOf(secret, secretCorrections);
  const bodies = variantsOf(body, bodyCorrections);
  const found: { header: Header; mistakes: Mistake[] }[] = [];
  const compare = (digest: string, made: Mistake[]) => {
    for (const [header, given] of [["current", current] as const, ["previous", previous] as const])
      if (given?.text === digest) found.push({ header, mistakes: [...given.mistakes, ...made] });
  };
  for (const trial of secrets) {
    const sign = await signer(trial.text);
    for (const { text, mistakes: inBody } of bodies) {
      const made = [...trial.mistakes, ...inBody];
      compare(await sign(text), made);
      const emptied = withSignature(text, "");
      if (emptied === null) continue;
      const own = await sign(emptied);
      compare(own, [...made, "body_signature"]);
      const filled = hasSignature(text) ? null : withSignature(text, `v1=${own}`);
      if (filled !== null) compare(await sign(filled), [...made, "empty_signature"]);
    }
  }
  const best = found.toSorted((one, other) => one.mistakes.length - other.mistakes.length)[0];
  if (best === undefined)
    return { outcome: "mismatch", expected: `v1=${await (await signer(secret))(body)}` };
  if (best.mistakes.length === 0) return { outcome: "match", header: best.header };
  return { outcome: "mistakes", ...best };
}

/** Returns a function that signs a text with a secret: it computes the hex HMAC-SHA256 of the UTF-8 bytes. */
async function signer(secret: string): Promise<(text: string) => Promise<string>> {
  const encoder = new TextEncoder();
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", encoder.encode(secret), algorithm, false, ["sign"]);
  return async (text) => toHex(new Uint8Array(await crypto.subtle.sign("HMAC", key, encoder.encode(text))));
}

const toHex = (bytes: Uint8Array) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** The hex digits of a header, with what is wrong with its form. Null if it is no signature at all. */
function headerVariant(header: string): Variant | null {
  // Someone may paste the whole line, or a value in quotes.
  const value = unquoted(header.trim().replace(/^x-service-signature(?:-previous)?\s*:\s*/i, ""));
  const hex = /^(?<prefix>[\w-]+[=:,])?\s*(?<digits>[0-9a-f]{64})$/i.exec(value)?.groups;
  if (hex === undefined) {
    const digits = /^(?:[\w-]+=)?(?<digits>[\w+/-]{43}=?)$/.exec(value)?.groups?.["digits"];
    const bytes = digits === undefined ? null : bytesOfBase64(digits);
    return bytes === null ? null : { text: toHex(bytes), mistakes: ["base64_header"] };
  }
  const { prefix = "", digits = "" } = hex;
  const wrong: Mistake[] = [];
  if (prefix !== "v1=") wrong.push("prefix");
  if (digits !== digits.toLowerCase()) wrong.push("hex_case");
  return { text: digits.toLowerCase(), mistakes: wrong };
}

/** A mistake, and a function that corrects it. For a text without the mistake, it returns null or the same text. */
type Correction = readonly [Mistake, (text: string) => string | null];

const secretCorrections: readonly Correction[] = [
  ["secret_space", (secret) => secret.trim()],
  ["secret_quotes", unquoted],
];

const bodyCorrections: readonly Correction[] = [
  ["quoted_body", (body) => asText(parsed(body))],
  ["base64_body", (body) => utf8(bytesOfBase64(body.trim()))],
  ["wrong_charset", (body) => utf8(latin1Bytes(body))],
  ["outer_space", (body) => body.replace(/^[\s\uFEFF]+|\s+$/g, "")],
  ["reserialized", (body) => compact(asObject(parsed(body)))],
  ["key_order", (body) => compact(inContractOrder(asObject(parsed(body))))],
];

/** Returns a text, and what it is after each combination of the corrections. */
function variantsOf(text: string, corrections: readonly Correction[]): Variant[] {
  const variants = new Map<string, Variant>([[text, { text, mistakes: [] }]]);
  for (const [mistake, correct] of corrections) {
    const before = [...variants.values()];
    for (const variant of before) {
      const corrected = correct(variant.text);
      if (corrected !== null && corrected !== "" && !variants.has(corrected))
        variants.set(corrected, { text: corrected, mistakes: [...variant.mistakes, mistake] });
    }
  }
  return [...variants.values()];
}

function unquoted(text: string): string {
  return /^(?<quote>["'])(?<inner>.*)\k<quote>$/s.exec(text)?.groups?.["inner"] ?? text;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const asText = (value: unknown) => (typeof value === "string" ? value : null);

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const asObject = (value: unknown) => (isObject(value) ? value : null);

const compact = (value: object | null) => (value === null ? null : JSON.stringify(value));

/** The keys of a body in the order in which the service writes them (contract, section 5). */
const contractKeys = ["id", "type", "data", "signature", "ts"];

function inContractOrder(event: Readonly<Record<string, unknown>> | null) {
  if (event === null || !contractKeys.some((key) => key in event)) return null;
  const known = contractKeys.filter((key) => key in event);
  return Object.fromEntries(known.map((key) => [key, event[key]]));
}

/** Whether a body's field `signature` is filled. */
function hasSignature(body: string): boolean {
  const signature = asObject(parsed(body))?.["signature"];
  return typeof signature === "string" && signature !== "";
}

/** A body of the service with this value of `signature`; null for any other text. */
function withSignature(body: string, signature: string): string | null {
  const event = asObject(parsed(body));
  if (event === null || !("id" in event && "ts" in event)) return null;
  return compact(inContractOrder({ ...event, signature }));
}

function bytesOfBase64(text: string): Uint8Array | null {
  const standard = text.replaceAll("-", "+").replaceAll("_", "/");
  if (standard === "" || !/^[A-Za-z0-9+/\s]+={0,2}$/.test(standard)) return null;
  try {
    return latin1Bytes(atob(standard));
  } catch {
    return null;
  }
}

/** The bytes of a text with one byte per character; null if it has characters beyond Latin-1. */
function latin1Bytes(text: string): Uint8Array | null {
  const codes = Array.from(text, (character) => character.codePointAt(0) ?? 0);
  return codes.some((code) => code > 0xff) ? null : Uint8Array.from(codes);
}

/** The text of UTF-8 bytes; null if they are no UTF-8. */
function utf8(bytes: Uint8Array | null): string | null {
  if (bytes === null) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
