import { errors } from "../errors.ts";
import { resourceName } from "../resource-names.ts";
import type { Route } from "../route.ts";
import { unknownId } from "./examples/ids.ts";
import { type HeaderName, headerRefs, rateHeaders, rateHeadersIfCounted } from "./headers.ts";
import { refTo } from "./json-schema.ts";
import type { Example, Media, Ref, Response } from "./openapi.ts";
import {
  notPossible,
  notThere,
  notValid,
  type OperationText,
  type RefusedExample,
} from "./operation-text.ts";

/** An answer in JSON with its schema and examples. */
export function jsonMedia(schema: string, examples: Record<string, Example>): Record<string, Media> {
  const media: Media = { schema: refTo("schemas", schema) };
  if (Object.keys(examples).length > 0) media.examples = examples;
  return { "application/json": media };
}

function standing(
  code: keyof typeof errors,
  description: string,
  headers: readonly HeaderName[],
  summary?: string,
): Response {
  const value = { error: { code, message: errors[code].title } };
  return {
    description,
    headers: headerRefs(["X-Request-Id", "Cache-Control", ...headers]),
    content: jsonMedia("Error", summary === undefined ? {} : { [code]: { summary, value } }),
  };
}

/** The errors that say the same of every operation. */
export const responses = {
  Malformed: standing(
    "validation_error",
    "The request is not well-formed HTTP, or holds more than 256 KiB.",
    [],
  ),
  Unauthorized: standing(
    "unauthorized",
    "The `Authorization` header is missing or malformed, or its key is unknown, expired or revoked.",
    [],
    "No key was sent.",
  ),
  Forbidden: standing(
    "forbidden",
    "The key's role does not allow this.",
    rateHeaders,
    "A key of a lesser role.",
  ),
  RateLimited: standing(
    "rate_limited",
    "More requests than the key may make in a minute, more than the service takes from everybody together, or a request whose `Idempotency-Key` came with one that is still being carried out.",
    ["Retry-After", ...rateHeadersIfCounted],
    "More requests than the key may make in a minute.",
  ),
  Throttled: standing("rate_limited", "More requests than the service takes from everybody together.", [
    "Retry-After",
  ]),
  Failed: standing(
    "internal_error",
    "Something failed on the service's side. It is safe to send the request again, later and later each time.",
    rateHeadersIfCounted,
    "Something failed.",
  ),
  Lost: standing(
    "internal_error",
    "The answer was lost on the service's side. It is safe to send the request again.",
    [],
  ),
} as const satisfies Record<string, Response>;

const shared = (name: keyof typeof responses): Ref => refTo("responses", name);

/** The errors that a route can give, from its row and from what is said of it. */
export function errorResponses(route: Route, text: OperationText): Record<string, Ref | Response> {
  const isPublic = route.access === "public";
  const refused = refusalsOf(route, text);
  const of = (status: number) => refused.filter((one) => one.status === status);
  const replayed = route.method === "POST" ? (["Idempotent-Replayed"] as const) : [];
  const rate = isPublic ? [] : rateHeaders;
  const can422 = route.method === "POST" || route.method === "PATCH" || of(422).length > 0;
  return {
    400:
      of(400).length === 0
        ? shared("Malformed")
        : refusal("The request is not valid.", of(400), isPublic ? [] : rateHeadersIfCounted),
    ...(!isPublic && { 401: shared("Unauthorized") }),
    ...(!isPublic && route.access !== "read" && { 403: shared("Forbidden") }),
    ...(of(404).length > 0 && {
      404: refusal("There is no such thing in the organization.", of(404), [...rate, ...replayed]),
    }),
    ...(can422 && {
      422: refusal("It cannot be carried out as things stand.", of(422), [...rate, ...replayed]),
    }),
    429: shared(isPublic ? "Throttled" : "RateLimited"),
    500: shared(route.tableActions.length === 0 ? "Lost" : "Failed"),
  };
}

function refusalsOf(route: Route, { refused = [] }: OperationText): RefusedExample[] {
  const own: RefusedExample[] = [];
  if (route.id !== undefined)
    own.push(notThere(resourceName(route.id), { path: { id: unknownId(route.id) } }));
  if (route.method === "POST") own.push(malformedKey, reusedKey);
  return [...refused, ...own];
}

const malformedKey: RefusedExample = {
  ...notValid({ headers: { "Idempotency-Key": "two words" } }, [
    { field: "Idempotency-Key", reason: "must be 1 to 255 visible ASCII characters" },
  ]),
  name: "malformedIdempotencyKey",
  summary: "The `Idempotency-Key` is malformed.",
};

const reusedKey = notPossible(
  "reusedIdempotencyKey",
  "The `Idempotency-Key` came with another request before.",
  "This Idempotency-Key was sent before with another request: send this one with a key of its own.",
  { headers: { "Idempotency-Key": "order-7f3a9c" } },
);

function refusal(
  description: string,
  refused: readonly RefusedExample[],
  headers: readonly HeaderName[],
): Response {
  const examples = refused.map(({ name, summary, body: value, request }): [string, Example] => [
    name,
    { summary, value, ...(request !== undefined && { "x-request": request }) },
  ]);
  return {
    description,
    headers: headerRefs(["X-Request-Id", "Cache-Control", ...headers]),
    content: jsonMedia("Error", Object.fromEntries(examples)),
  };
}
