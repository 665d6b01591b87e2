import { strictTransportSecurity } from "../../functions/contract/transport-security.ts";
import type { JsonSchema } from "./component.ts";
import type { Header, Parameter, Ref } from "./document-types.ts";
import { exampleIds } from "./example-story.ts";
import { refTo } from "./json-schema.ts";

const integer = { type: "integer", minimum: 0 } as const;

const baseHeaders = {
  "X-Request-Id": {
    description: "Identifies the request. Quote it when you report a problem.",
    required: true,
    schema: { type: "string", pattern: "^[\\w-]{8,}$" },
    example: "8f14e45f-ceea-467f-a0e6-b1d6a2c1a5b7",
  },
  "Strict-Transport-Security": {
    description: "Tells browsers to use only HTTPS for this host.",
    required: true,
    schema: { type: "string", pattern: "^max-age=\\d+$" },
    example: strictTransportSecurity,
  },
  "RateLimit-Limit": {
    description: "The number of requests that the key may make in a window of one minute.",
    required: true,
    schema: { ...integer, minimum: 1 },
    example: 120,
  },
  "RateLimit-Remaining": {
    description: "The number of requests left in the current window.",
    required: true,
    schema: integer,
    example: 119,
  },
  "RateLimit-Reset": {
    description: "Seconds until the current window ends. A window starts at the key's first request.",
    required: true,
    schema: { ...integer, maximum: 60 },
    example: 60,
  },
  "Retry-After": {
    description: "Seconds to wait before you send the request again.",
    required: true,
    schema: { ...integer, minimum: 1 },
    example: 42,
  },
  "Cache-Control": {
    description: "Who may cache the response, and for how long.",
    required: true,
    schema: { type: "string" },
    example: "no-store",
  },
  ETag: {
    description:
      "Identifies this version of the content. Send it in `If-None-Match` to get the content only if it has changed.",
    required: true,
    schema: { type: "string", pattern: '^"[\\w-]+"$' },
    example: '"q1Zk4lN0c9vUq1T7o2bTqQ"',
  },
  Location: {
    description: "The URL that the post links to.",
    required: true,
    schema: { type: "string", format: "uri" },
    example: "https://example.com/espresso?utm_source=feed",
  },
  Deprecation: {
    description:
      "The date from which the operation is deprecated. Sent with every response of a deprecated operation, errors included. The operation works for at least 90 days after that date.",
    schema: { type: "string", pattern: '^date="\\d{4}-\\d{2}-\\d{2}"$' },
    example: 'date="2027-03-01"',
  },
  "Set-Cookie": {
    description:
      "Stores the session in the browser, or deletes it. No script can read the cookie, and no other site can send it.",
    required: true,
    schema: { type: "string" },
    example: "__Host-session=cpd_…; Max-Age=43200; Path=/; HttpOnly; Secure; SameSite=Strict",
  },
  "Idempotent-Replayed": {
    description:
      "`true` if this is the stored response of an earlier request with the same `Idempotency-Key`.",
    schema: { type: "string", const: "true" },
    example: "true",
  },
} as const satisfies Record<string, Header>;

const limit = baseHeaders["RateLimit-Limit"];
const remaining = baseHeaders["RateLimit-Remaining"];
const reset = baseHeaders["RateLimit-Reset"];

/**
 * Response headers by their component names. The rate headers exist twice: always sent, and sent only if the request was
 * counted before it failed (`.ifCounted`).
 */
export const headers = {
  ...baseHeaders,
  "RateLimit-Limit.ifCounted": { ...limit, required: false },
  "RateLimit-Remaining.ifCounted": { ...remaining, required: false },
  "RateLimit-Reset.ifCounted": { ...reset, required: false },
} as const satisfies Record<string, Header>;

export type HeaderName = keyof typeof headers;

/** Refers to headers of a response. Every response also has Strict-Transport-Security. */
export function headerRefs(names: readonly HeaderName[]): Record<string, Ref> {
  const all: readonly HeaderName[] = [...names, "Strict-Transport-Security"];
  return Object.fromEntries(all.map((name) => [name.replace(".ifCounted", ""), refTo("headers", name)]));
}

export const rateHeaders = ["RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset"] as const;

/** For responses that can also be sent before the request is counted. */
export const rateHeadersIfCounted = [
  "RateLimit-Limit.ifCounted",
  "RateLimit-Remaining.ifCounted",
  "RateLimit-Reset.ifCounted",
] as const;

/** The optional header of every POST. */
export const idempotencyKey: Parameter = {
  name: "Idempotency-Key",
  in: "header",
  description:
    "Makes it safe to retry the request. Within 24 hours, the same key with the same request returns the first response again, and nothing is done twice. The same key with a different request returns 422.",
  schema: { type: "string", pattern: "^[\\x21-\\x7e]{1,255}$" },
  example: "order-7f3a9c",
};

export const ifNoneMatch: Parameter = {
  name: "If-None-Match",
  in: "header",
  description:
    "The `ETag` of an earlier response. If the content has not changed since then, the response is 304 without a body.",
  schema: { type: "string" },
  example: '"q1Zk4lN0c9vUq1T7o2bTqQ"',
};

export const feedFile: Parameter = {
  name: "file",
  in: "path",
  description: "The id of a brand and the format of the feed: `.json` for JSON Feed, `.xml` for RSS.",
  required: true,
  schema: { type: "string", pattern: "^brd_[0-7][0-9A-HJKMNP-TV-Z]{25}\\.(?:json|xml)$" },
  example: `${exampleIds.brd}.json`,
};

/** Headers that every delivery has, by their component names. */
export const deliveryHeaders: Record<string, Parameter> = {
  ServiceDelivery: requestHeader(
    "X-Service-Delivery",
    "The id of the delivery: the `id` in the list of deliveries. It stays the same for every attempt.",
    { type: "string", pattern: "^dlv_[0-7][0-9A-HJKMNP-TV-Z]{25}$" },
    exampleIds.dlv,
    true,
  ),
  ServiceAttempt: requestHeader(
    "X-Service-Attempt",
    "The number of this attempt, 1 to 6. A replay starts at 1 again.",
    { type: "integer", minimum: 1, maximum: 6 },
    1,
    true,
  ),
  ServiceUserAgent: requestHeader(
    "User-Agent",
    "The name of the service and the version of its delivery format.",
    { type: "string" },
    "ContentPipelineService-Webhooks/1.0",
    true,
  ),
};

export function requestHeader(
  name: string,
  description: string,
  schema: JsonSchema,
  example: unknown,
  required = false,
): Parameter {
  return { name, in: "header", description, ...(required && { required }), schema, example };
}
