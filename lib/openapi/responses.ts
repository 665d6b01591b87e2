import { errors } from "../../functions/contract/errors.ts";
import { resourceName } from "../../functions/contract/resource-names.ts";
import { isList, type Route } from "../../functions/contract/route.ts";
import { error as errorSchema } from "../../functions/contract/schemas/error.ts";
import { contended, type DomainError, type FieldProblem } from "../../functions/domain/errors.ts";
import { forbiddenByCookie } from "../../functions/domain/session.ts";
import { responseSchema } from "./component.ts";
import type { Example, Media, Ref, Response } from "./document-types.ts";
import { unknownId } from "./example-story.ts";
import { type HeaderName, headerRefs, rateHeaders, rateHeadersIfCounted } from "./headers.ts";
import { refTo } from "./json-schema.ts";
import {
  type ErrorExample,
  errorBody,
  invalidExample,
  notFoundExample,
  type OperationText,
  unprocessableExample,
} from "./operation-text.ts";

export const errorComponents = {
  ErrorResponse: responseSchema(errorSchema, "The body of every error response.", {
    error: [
      "The error.",
      {
        code: "The kind of error, for programs. Each HTTP status has one code.",
        message: "What went wrong and what to do, for people.",
        fields: [
          "Every invalid field. Only with `validation_error`.",
          {
            field: "The path of the field, such as `events[1]` or `settings.postingSlots[0].time`.",
            reason: "Why its value is not valid.",
          },
        ],
      },
    ],
  }),
};

/** JSON content with its schema and examples. */
export function jsonMedia(schema: string, examples: Record<string, Example>): Record<string, Media> {
  return { "application/json": { schema: refTo("schemas", schema), examples } };
}

interface SharedError {
  code: keyof typeof errors;
  description: string;
  headers?: readonly HeaderName[];
  /** Examples by name. Without `error`, the message is the title of the code. */
  examples: Record<string, { summary: string; error?: DomainError; fields?: readonly FieldProblem[] }>;
}

function sharedError({ code, description, headers = [], examples }: SharedError): Response {
  const values = Object.entries(examples).map(([name, { summary, error, fields }]): [string, Example] => {
    const own = { error: { code, message: errors[code].title, ...(fields !== undefined && { fields }) } };
    return [name, { summary, value: error === undefined ? own : errorBody(error) }];
  });
  return {
    description,
    headers: headerRefs(["X-Request-Id", "Cache-Control", ...headers]),
    content: jsonMedia("ErrorResponse", Object.fromEntries(values)),
  };
}

const keyLimit = "The key has made more requests than its limit per minute allows.";
const serviceLimit = "All clients together have sent more requests than the service accepts.";
const tooMany = "by this key in one minute, or by all clients of the service together";
const rateLimited = { rateLimited: { summary: keyLimit } };

/** Errors that API Gateway returns before or after a function runs. They have none of the functions' headers. */
const gatewayResponses = {
  Malformed: sharedError({
    code: "validation_error",
    description: "The request is not well-formed HTTP, or its body is larger than 256 KiB.",
    examples: {
      malformed: {
        summary: "The request is not well-formed HTTP.",
        fields: [{ field: "request", reason: "must be a well-formed HTTP request" }],
      },
      tooLarge: {
        summary: "The body is larger than 256 KiB.",
        fields: [{ field: "body", reason: "must be at most 256 KiB" }],
      },
    },
  }),
  Throttled: sharedError({
    code: "rate_limited",
    description: serviceLimit,
    headers: ["Retry-After"],
    examples: { throttled: { summary: serviceLimit } },
  }),
  Lost: sharedError({
    code: "internal_error",
    description: "The response was lost inside the service. It is safe to retry the request.",
    examples: { lost: { summary: "The response was lost." } },
  }),
};

/** The error responses that several operations share. */
export const responses = {
  ...gatewayResponses,
  Unauthorized: sharedError({
    code: "unauthorized",
    description:
      "The `Authorization` header is missing or malformed, or its key is unknown, expired or revoked.",
    headers: ["Deprecation"],
    examples: { unauthorized: { summary: "The request has no API key." } },
  }),
  Forbidden: sharedError({
    code: "forbidden",
    description:
      "The role of the key, the review link, or the cookie of the session does not allow this operation.",
    headers: [...rateHeaders, "Deprecation"],
    examples: { forbidden: { summary: "The operation requires a higher role." } },
  }),
  ForbiddenByCookie: sharedError({
    code: "forbidden",
    description: "A request with the cookie of a session may not do this.",
    headers: [...rateHeaders, "Deprecation"],
    examples: {
      forbiddenByCookie: {
        summary: "The request has a cookie, and neither an API key nor the header `X-Requested-With`.",
        error: forbiddenByCookie(),
      },
    },
  }),
  ReadRateLimited: sharedError({
    code: "rate_limited",
    description: `Too many requests: ${tooMany}. Retry the request after the seconds in \`Retry-After\`.`,
    headers: ["Retry-After", ...rateHeadersIfCounted, "Deprecation"],
    examples: rateLimited,
  }),
  RateLimited: sharedError({
    code: "rate_limited",
    description: `One of three causes. Too many requests: ${tooMany}. Or: other requests are changing the same resource at the same time. Or: a request with the same \`Idempotency-Key\` is still in progress. This request changed nothing: retry it after the seconds in \`Retry-After\`.`,
    headers: ["Retry-After", ...rateHeadersIfCounted, "Deprecation"],
    examples: {
      ...rateLimited,
      contended: {
        summary: "Other requests are changing the same resource at the same time.",
        error: contended("Other requests are changing this resource at the same time"),
      },
      stillInWork: {
        summary: "A request with the same `Idempotency-Key` is still in progress.",
        error: contended("The request with this Idempotency-Key is still in progress"),
      },
    },
  }),
  Failed: sharedError({
    code: "internal_error",
    description:
      "Something failed inside the service. It is safe to retry the request, with a longer wait before each retry.",
    headers: [...rateHeadersIfCounted, "Deprecation"],
    examples: { failed: { summary: "Something failed inside the service." } },
  }),
} as const satisfies Record<string, Response>;

const responseRef = (name: keyof typeof responses): Ref => refTo("responses", name);

/** The error responses of a route, by status: those that follow from its row, and its own examples. */
export function errorResponses(route: Route, text: OperationText): Record<string, Ref | Response> {
  const isPublic = route.access === "public";
  const all = errorExamples(route, text);
  const of = (status: number) => all.filter((example) => example.status === status);
  const replayed = route.method === "POST" ? (["Idempotent-Replayed"] as const) : [];
  const rate = isPublic ? [] : rateHeaders;
  return {
    400:
      of(400).length === 0
        ? responseRef("Malformed")
        : errorResponse("The request is not valid.", of(400), isPublic ? [] : rateHeadersIfCounted),
    ...(!isPublic && { 401: responseRef("Unauthorized") }),
    ...(!isPublic && route.access !== "read" && { 403: responseRef("Forbidden") }),
    ...(route.access === "read" && route.method !== "GET" && { 403: responseRef("ForbiddenByCookie") }),
    ...(of(404).length > 0 && {
      404: errorResponse(
        isPublic ? "The resource does not exist." : "The resource does not exist in the organization.",
        of(404),
        [...rate, ...replayed],
      ),
    }),
    ...(of(422).length > 0 && {
      422: errorResponse("The request is valid, but the current state does not allow it.", of(422), [
        ...rate,
        ...replayed,
      ]),
    }),
    429: responseRef(isPublic ? "Throttled" : route.method === "GET" ? "ReadRateLimited" : "RateLimited"),
    500: responseRef(isPublic && route.tableActions.length === 0 ? "Lost" : "Failed"),
  };
}

function errorExamples(route: Route, { success, errors: own = [] }: OperationText): ErrorExample[] {
  const common: ErrorExample[] = [];
  // Without a query that the route needs, the response would be 400.
  const needsQuery = route.query?.safeParse({}).success === false;
  const query = needsQuery && success.query !== undefined ? { query: success.query } : {};
  if (route.id !== undefined)
    common.push(notFoundExample(resourceName(route.id), { path: { id: unknownId(route.id) }, ...query }));
  if (route.method === "POST") common.push(malformedKey, reusedKey);
  if (isList(route)) common.push(unknownParameter(route));
  return [...own, ...common];
}

function unknownParameter({ query }: Route): ErrorExample {
  const advice = query === undefined ? "which has none" : "the nearest one is limit";
  return {
    ...invalidExample({ query: { limt: "50" } }, [
      { field: "limt", reason: `is not a parameter of this list: ${advice}` },
    ]),
    name: "unknownParameter",
    summary: "The list does not have this query parameter.",
  };
}

const malformedKey: ErrorExample = {
  ...invalidExample({ headers: { "Idempotency-Key": "two words" } }, [
    { field: "Idempotency-Key", reason: "must be 1 to 255 visible ASCII characters" },
  ]),
  name: "malformedIdempotencyKey",
  summary: "The `Idempotency-Key` is malformed.",
};

const reusedKey = unprocessableExample(
  "reusedIdempotencyKey",
  "The same `Idempotency-Key` was sent before with a different request.",
  "This Idempotency-Key was already used with another request: use a new key.",
  { headers: { "Idempotency-Key": "order-7f3a9c" } },
);

function errorResponse(
  description: string,
  shown: readonly ErrorExample[],
  headers: readonly HeaderName[],
): Response {
  const examples = shown.map(({ name, summary, body: value, request }): [string, Example] => [
    name,
    { summary, value, ...(request !== undefined && { "x-request": request }) },
  ]);
  return {
    description,
    headers: headerRefs(["X-Request-Id", "Cache-Control", ...headers, "Deprecation"]),
    content: jsonMedia("ErrorResponse", Object.fromEntries(examples)),
  };
}
