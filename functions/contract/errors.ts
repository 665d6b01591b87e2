import type { ErrorCode } from "../domain/errors.ts";

/** The status and the default message of each error code, for the middleware and for the OpenAPI document. */
export const errors = {
  validation_error: { status: 400, title: "The request is not valid." },
  unauthorized: {
    status: 401,
    title: "A valid API key is needed: send the header Authorization: Bearer <key>.",
  },
  forbidden: { status: 403, title: "The key's role, or the review link, does not allow this." },
  not_found: { status: 404, title: "No such resource." },
  unprocessable: { status: 422, title: "The request is not possible in the current state of the resource." },
  rate_limited: { status: 429, title: "Too many requests: wait for the number of seconds in Retry-After." },
  internal_error: { status: 500, title: "An internal error occurred. It is safe to try again." },
} as const satisfies Record<ErrorCode, { status: number; title: string }>;
