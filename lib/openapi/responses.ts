import { errors } from "../../functions/contract/errors.ts";
import { resourceName } from "../../functions/contract/resource-names.ts";
import type { Route } from "../../functions/contract/route.ts";
import { error as errorSchema } from "../../functions/contract/schemas/error.ts";
import { contended, type DomainError, type FieldProblem } from "../../functions/domain/errors.ts";
import { sent } from "./component.ts";
import type { Example, Media, Ref, Response } from "./document-types.ts";
import { unknownId } from "./example-story.ts";
import { type HeaderName, headerRefs, rateHeaders, rateHeadersIfCounted } from "./headers.ts";
import { refTo } from "./json-schema.ts";
import {
  bodyOf,
  notPossible,
  notThere,
  notValid,
  type OperationText,
  type RefusedExample,
} from "./operation-text.ts";

export const errorComponents = {
  ErrorResponse: sent(errorSchema, "Why a request was not carried out.", {
    error: [
      "The error.",
      {
        code: "The kind of error, for programs. It goes with the status, which is what counts.",
        message: "What was wrong and what to do, for people.",
        fields: [
          "With `validation_error`: every field that is not valid.",
          {
            field: "The field, such as `events[1]` or `settings.postingSlots[0].time`.",
            reason: "What is wrong with it.",
          },
        ],
      },
    ],
  }),
};

/** An answer in JSON with its schema and examples. */
export function jsonMedia(schema: string, examples: Record<string, Example>): Record<string, Media> {
  return { "application/json": { schema: refTo("schemas", schema), examples } };
}

interface Standing {
  code: keyof typeof errors;
  description: string;
  headers?: readonly HeaderName[];
  /** By name: the error, or what is wrong with each field where it is the code's own. */
  examples: Record<string, { summary: string; error?: DomainError; fields?: readonly FieldProblem[] }>;
}

function standing({ code, description, headers = [], examples }: Standing): Response {
  const values = Object.entries(examples).map(([name, { summary, error, fields }]): [string, Example] => {
    const own = { error: { code, message: errors[code].title, ...(fields !== undefined && { fields }) } };
    return [name, { summary, value: error === undefined ? own : bodyOf(error) }];
  });
  return {
    description,
    headers: headerRefs(["X-Request-Id", "Cache-Control", ...headers]),
    content: jsonMedia("ErrorResponse", Object.fromEntries(values)),
  };
}

const tooManyOfKey = "More requests than the key may make in a minute.";
const tooManyOfAll = "more than the service takes from everybody together";
const rateLimited = { rateLimited: { summary: tooManyOfKey } };

/** What API Gateway answers by itself: no function has a part in it, and so none of their headers is there. */
const ofGateway = {
  Malformed: standing({
    code: "validation_error",
    description: "The request is not well-formed HTTP, or holds more than 256 KiB.",
    examples: {
      malformed: {
        summary: "It is not well-formed HTTP.",
        fields: [{ field: "request", reason: "must be a well-formed HTTP request" }],
      },
      tooLarge: {
        summary: "It holds too much.",
        fields: [{ field: "body", reason: "must be at most 256 KiB" }],
      },
    },
  }),
  Throttled: standing({
    code: "rate_limited",
    description: "More requests than the service takes from everybody together.",
    headers: ["Retry-After"],
    examples: { throttled: { summary: "More requests than the service takes." } },
  }),
  Lost: standing({
    code: "internal_error",
    description: "The answer was lost on the service's side. It is safe to send the request again.",
    examples: { lost: { summary: "The answer was lost." } },
  }),
};

/** The errors that say the same of every operation. */
export const responses = {
  ...ofGateway,
  Unauthorized: standing({
    code: "unauthorized",
    description:
      "The `Authorization` header is missing or malformed, or its key is unknown, expired or revoked.",
    headers: ["Deprecation"],
    examples: { unauthorized: { summary: "No key was sent." } },
  }),
  Forbidden: standing({
    code: "forbidden",
    description: "The key's role does not allow this.",
    headers: [...rateHeaders, "Deprecation"],
    examples: { forbidden: { summary: "A key of a lesser role." } },
  }),
  ReadRateLimited: standing({
    code: "rate_limited",
    description: `More requests than the key may make in a minute, or ${tooManyOfAll}.`,
    headers: ["Retry-After", ...rateHeadersIfCounted, "Deprecation"],
    examples: rateLimited,
  }),
  RateLimited: standing({
    code: "rate_limited",
    description: `One of three: more requests than the key may make in a minute, or ${tooManyOfAll}; others changing the same thing at the same moment; a request with the same \`Idempotency-Key\` that is still being carried out. This request did nothing: send it again after the seconds in \`Retry-After\`.`,
    headers: ["Retry-After", ...rateHeadersIfCounted, "Deprecation"],
    examples: {
      ...rateLimited,
      contended: {
        summary: "Others are changing the same thing at the same moment.",
        error: contended("Others are changing this at the same moment"),
      },
      stillInWork: {
        summary: "A request with the same `Idempotency-Key` is still being carried out.",
        error: contended("The request with this Idempotency-Key is still being carried out"),
      },
    },
  }),
  Failed: standing({
    code: "internal_error",
    description:
      "Something failed on the service's side. It is safe to send the request again, later and later each time.",
    headers: [...rateHeadersIfCounted, "Deprecation"],
    examples: { failed: { summary: "Something failed." } },
  }),
} as const satisfies Record<string, Response>;

const shared = (name: keyof typeof responses): Ref => refTo("responses", name);

/** The errors that a route can give, from its row and from what is said of it. */
export function errorResponses(route: Route, text: OperationText): Record<string, Ref | Response> {
  const isPublic = route.access === "public";
  const refused = refusalsOf(route, text);
  const of = (status: number) => refused.filter((one) => one.status === status);
  const replayed = route.method === "POST" ? (["Idempotent-Replayed"] as const) : [];
  const rate = isPublic ? [] : rateHeaders;
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
    ...(of(422).length > 0 && {
      422: refusal("It cannot be carried out as things stand.", of(422), [...rate, ...replayed]),
    }),
    429: shared(isPublic ? "Throttled" : route.method === "GET" ? "ReadRateLimited" : "RateLimited"),
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
    headers: headerRefs(["X-Request-Id", "Cache-Control", ...headers, "Deprecation"]),
    content: jsonMedia("ErrorResponse", Object.fromEntries(examples)),
  };
}
