import fc from "fast-check";
import type { RequestKind } from "./request-template.ts";

export type Header = readonly [name: string, value: string];

/**
 * The kinds of `Authorization` headers; `right` is the key with the lowest role that may use the endpoint, or the write
 * key.
 */
const wrongAuths = [
  "none",
  "empty",
  "bare",
  "basic",
  "noScheme",
  "twoKeys",
  "unknown",
  "wrongChecksum",
  "revoked",
  "expired",
  "limited",
  "read",
  "write",
  "foreign",
  "lowerKey",
  "long",
  "control",
  "twice",
] as const;
export type Auth = "right" | "admin" | "lowerScheme" | "spaced" | (typeof wrongAuths)[number];

export function authOf(kind: RequestKind): fc.Arbitrary<Auth> {
  const good = fc.constantFrom<Auth>("right", "right", "admin", "lowerScheme", "spaced");
  if (kind === "valid") return good;
  return fc.oneof(
    { weight: 9, arbitrary: good },
    { weight: kind === "absurd" ? 2 : 1, arbitrary: fc.constantFrom<Auth>(...wrongAuths) },
  );
}

const harmless: readonly Header[] = [
  ["Accept", "application/xml"],
  ["Accept-Encoding", "gzip;q=x, br, *;q=0"],
  ["Accept-Language", "x-".repeat(300)],
  ["Cookie", "a=b; __proto__=c; =; ;;"],
  ["X-HTTP-Method-Override", "DELETE"],
  ["X-Method-Override", "PATCH"],
  ["X-Forwarded-For", "not, an, address"],
  ["X-Forwarded-Host", "evil.example"],
  ["X-Forwarded-Proto", "http"],
  ["X-Forwarded-Port", "0"],
  ["CloudFront-Forwarded-Proto", "http"],
  ["CloudFront-Viewer-Address", "::1"],
  ["Forwarded", 'for="_evil";host="evil.example"'],
  ["X-Original-URL", "/v1/api-keys"],
  ["X-Rewrite-URL", "/v1/api-keys"],
  ["X-Amzn-RequestId", "mine"],
  ["X-Request-Id", "mine"],
  ["X-Amzn-Trace-Id", "Root=1-0-0"],
  ["Range", "bytes=0-,5-1"],
  ["If-None-Match", "*"],
  ["If-Modified-Since", "yesterday"],
  ["If-Match", '"a"'],
  ["Expect", "200-maybe"],
  ["TE", "trailers, deflate;q=0.5"],
  ["Content-Encoding", "br"],
  ["Content-MD5", "x"],
  ["Origin", "null"],
  ["Referer", "javascript:alert(1)"],
  ["User-Agent", ""],
  ["User-Agent", "() { :; }; echo vulnerable"],
  ["User-Agent", "x".repeat(4_000)],
  ["X-Latin", "\u00e9\u00ff"],
  ["X-Tab", "a\tb"],
  ["X-Empty", ""],
  ["__proto__", "x"],
  ["constructor", "x"],
  ["toString", "x"],
  ["Deprecation", "x"],
  ["Retry-After", "x"],
  ["RateLimit-Limit", "1000000"],
  ["Host", "evil.example"],
  ["X-Long", "x".repeat(20_000)],
  ["X-Long", "x".repeat(40_000)],
];

const idempotencyKeys = [
  "a",
  "0b4f1c2e-93ff-4b2e-9a53-1d5f0d1c2b3a",
  "!~",
  "x".repeat(255),
  "x".repeat(256),
  "x".repeat(5_000),
  "",
  " ",
  "a b",
  "a,b",
  "\u00e9",
  "\t",
  "__proto__",
  "../x",
  "idm#org",
];

export function headersOf(kind: RequestKind): fc.Arbitrary<readonly Header[]> {
  const idempotency = fc
    .oneof(fc.constantFrom(...idempotencyKeys), fc.uuid())
    .map((key): Header => ["Idempotency-Key", key]);
  if (kind !== "absurd")
    return fc.oneof(
      { weight: 9, arbitrary: fc.constant([]) },
      { weight: 1, arbitrary: fc.uuid().map((key): Header[] => [["Idempotency-Key", key]]) },
    );
  const many = fc
    .integer({ min: 50, max: 400 })
    .map((count) => Array.from({ length: count }, (_, at): Header => [`X-Many-${at}`, String(at)]));
  return fc.oneof(
    { weight: 3, arbitrary: fc.constant([]) },
    { weight: 5, arbitrary: fc.uniqueArray(fc.constantFrom(...harmless), { minLength: 1, maxLength: 5 }) },
    { weight: 3, arbitrary: fc.array(idempotency, { minLength: 1, maxLength: 2 }) },
    { weight: 1, arbitrary: many },
  );
}
