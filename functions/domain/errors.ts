/** The codes of the specification's error table (section 7). */
export type ErrorCode =
  | "validation_error"
  | "unauthorized"
  | "forbidden"
  | "not_found"
  | "unprocessable"
  | "rate_limited"
  | "internal_error";

const namedFieldsMax = 10;

/** One invalid field, as clients see it: `{"field":"events[1]","reason":"must be one of …"}`. */
export interface FieldProblem {
  field: string;
  reason: string;
}

/** An error that the API returns. Its message is written for clients. */
export class DomainError extends Error {
  readonly code: ErrorCode;
  readonly fields: readonly FieldProblem[] | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    details: { fields?: readonly FieldProblem[]; retryAfterSeconds?: number } = {},
  ) {
    super(message);
    this.name = "DomainError";
    this.code = code;
    this.fields = details.fields;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }
}

/** The error's `fields` contain all invalid fields, and its message names the first ten. */
export function invalid(fields: readonly FieldProblem[]): DomainError {
  const named = fields.slice(0, namedFieldsMax).map(({ field }) => field);
  const more = fields.length - named.length;
  const list = `${named.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
  return new DomainError("validation_error", `The request is not valid: see ${list}.`, { fields });
}

/** The message is the same for an id that never existed, one with a wrong format and one of another organization. */
export function notFound(resource: string): DomainError {
  return new DomainError("not_found", `No such ${resource}.`);
}

export function unprocessable(message: string): DomainError {
  return new DomainError("unprocessable", message);
}

/** An error for a request that another one is blocking now. It can succeed a second later. */
export function contended(why: string): DomainError {
  return new DomainError(
    "rate_limited",
    `${why}: send the request again after the number of seconds in Retry-After.`,
    {
      retryAfterSeconds: 1,
    },
  );
}

/** Returns a thrown value as an error. */
export function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}
