/** The codes of the specification's error table (section 7). */
export type ErrorCode =
  | "validation_error"
  | "unauthorized"
  | "forbidden"
  | "not_found"
  | "unprocessable"
  | "rate_limited"
  | "internal_error";

const namedMax = 10;

/** One invalid field, as clients see it: `{"field":"events[1]","reason":"must be one of …"}`. */
export interface FieldProblem {
  field: string;
  reason: string;
}

/** A failure that has a place in the API: its message is written for the client that reads it. */
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

/** `fields` names all of them, however many; the message the first ones. */
export function invalid(fields: readonly FieldProblem[]): DomainError {
  const named = fields.slice(0, namedMax).map(({ field }) => field);
  const more = fields.length - named.length;
  const list = `${named.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
  return new DomainError("validation_error", `The request is not valid: see ${list}.`, { fields });
}

/** Says the same of an id that never existed, one of the wrong shape and one of another organization. */
export function notFound(resource: string): DomainError {
  return new DomainError("not_found", `No such ${resource}.`);
}

export function unprocessable(message: string): DomainError {
  return new DomainError("unprocessable", message);
}

/** What stands in the way now, and may well be gone a second later. */
export function contended(why: string): DomainError {
  return new DomainError(
    "rate_limited",
    `${why}: send the request again after the number of seconds in Retry-After.`,
    {
      retryAfterSeconds: 1,
    },
  );
}

/** What was thrown, as an error. */
export function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}
