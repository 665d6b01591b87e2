import type { JsonSchema } from "./component.ts";
import type { Header, Parameter, Ref } from "./document-types.ts";
import { exampleIds } from "./example-story.ts";
import { refTo } from "./json-schema.ts";

const integer = { type: "integer", minimum: 0 } as const;

const always = {
  "X-Request-Id": {
    description: "Names the request: tell it whoever you ask about it.",
    required: true,
    schema: { type: "string", pattern: "^[\\w-]{8,}$" },
    example: "8f14e45f-ceea-467f-a0e6-b1d6a2c1a5b7",
  },
  "RateLimit-Limit": {
    description: "Requests that the key may make in a window of a minute.",
    required: true,
    schema: { ...integer, minimum: 1 },
    example: 120,
  },
  "RateLimit-Remaining": {
    description: "Requests that are left of them.",
    required: true,
    schema: integer,
    example: 119,
  },
  "RateLimit-Reset": {
    description: "Seconds until the window ends. It begins at the key's first request.",
    required: true,
    schema: { ...integer, maximum: 60 },
    example: 60,
  },
  "Retry-After": {
    description: "Seconds to wait before the request is sent again.",
    required: true,
    schema: { ...integer, minimum: 1 },
    example: 42,
  },
  "Cache-Control": {
    description: "Who may keep the answer, and for how long.",
    required: true,
    schema: { type: "string" },
    example: "no-store",
  },
  ETag: {
    description: "Names these bytes: send it in `If-None-Match` to get them only when they have changed.",
    required: true,
    schema: { type: "string", pattern: '^"[\\w-]+"$' },
    example: '"q1Zk4lN0c9vUq1T7o2bTqQ"',
  },
  Location: {
    description: "Where it leads.",
    required: true,
    schema: { type: "string", format: "uri" },
    example: "https://example.com/espresso?utm_source=feed",
  },
  Deprecation: {
    description:
      "On every answer of a deprecated operation, errors included: since when it is. It then works for at least 90 days more.",
    schema: { type: "string", pattern: '^date="\\d{4}-\\d{2}-\\d{2}"$' },
    example: 'date="2027-03-01"',
  },
  "Idempotent-Replayed": {
    description:
      "`true` where the answer is the one that an earlier request with the same `Idempotency-Key` got.",
    schema: { type: "string", const: "true" },
    example: "true",
  },
} as const satisfies Record<string, Header>;

const limit = always["RateLimit-Limit"];
const remaining = always["RateLimit-Remaining"];
const reset = always["RateLimit-Reset"];

/** Headers by their names in the components; those of a request that came to be counted, or did not, are two. */
export const headers = {
  ...always,
  "RateLimit-Limit.ifCounted": { ...limit, required: false },
  "RateLimit-Remaining.ifCounted": { ...remaining, required: false },
  "RateLimit-Reset.ifCounted": { ...reset, required: false },
} as const satisfies Record<string, Header>;

export type HeaderName = keyof typeof headers;

export function headerRefs(names: readonly HeaderName[]): Record<string, Ref> {
  return Object.fromEntries(names.map((name) => [name.replace(".ifCounted", ""), refTo("headers", name)]));
}

export const rateHeaders = ["RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset"] as const;

/** On answers that may also come before the request is counted. */
export const rateHeadersIfCounted = [
  "RateLimit-Limit.ifCounted",
  "RateLimit-Remaining.ifCounted",
  "RateLimit-Reset.ifCounted",
] as const;

/** What every POST takes. */
export const idempotencyKey: Parameter = {
  name: "Idempotency-Key",
  in: "header",
  description:
    "Makes it safe to send the request again: within 24 hours the same key with the same request gets the first answer once more, and nothing is done twice. With another request it gets 422.",
  schema: { type: "string", pattern: "^[\\x21-\\x7e]{1,255}$" },
  example: "order-7f3a9c",
};

export const ifNoneMatch: Parameter = {
  name: "If-None-Match",
  in: "header",
  description: "An `ETag` of before: where nothing has changed since, the answer is 304 without a body.",
  schema: { type: "string" },
  example: '"q1Zk4lN0c9vUq1T7o2bTqQ"',
};

export const feedFile: Parameter = {
  name: "file",
  in: "path",
  description: "The id of a brand and the form of the feed: `.json` or `.xml`.",
  required: true,
  schema: { type: "string", pattern: "^brd_[0-7][0-9A-HJKMNP-TV-Z]{25}\\.(?:json|xml)$" },
  example: `${exampleIds.brd}.json`,
};

/** The name of each header of a delivery in the components. */
export const deliveryHeaders: Record<string, Parameter> = {
  ServiceDelivery: requestHeader(
    "X-Service-Delivery",
    "This event on its way to this subscription: the `id` in the list of deliveries.",
    { type: "string", pattern: "^dlv_[0-7][0-9A-HJKMNP-TV-Z]{25}$" },
    exampleIds.dlv,
    true,
  ),
  ServiceAttempt: requestHeader(
    "X-Service-Attempt",
    "1 to 6; a replay begins at 1 again.",
    { type: "integer", minimum: 1, maximum: 6 },
    1,
    true,
  ),
  ServiceUserAgent: requestHeader(
    "User-Agent",
    "The service and the version of its deliveries.",
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
