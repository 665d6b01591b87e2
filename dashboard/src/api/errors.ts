/** A field that the API rejected, and why. */
export interface FieldError {
  /** A path in the request's body, such as `settings.postingSlots[0].time`, or a parameter's name. */
  field: string;
  reason: string;
}

interface ApiErrorDetails {
  status: number;
  /** A code of the API's error table, such as `validation_error`. */
  code: string;
  message: string;
  fields: readonly FieldError[];
  requestId: string | null;
  retryAfterSeconds: number | null;
}

/** A response of the API with a status of 400 or more. */
export class ApiError extends Error implements ApiErrorDetails {
  readonly status: number;
  readonly code: string;
  readonly fields: readonly FieldError[];
  readonly requestId: string | null;
  readonly retryAfterSeconds: number | null;

  constructor({ message, ...details }: ApiErrorDetails) {
    super(message);
    this.name = "ApiError";
    this.status = details.status;
    this.code = details.code;
    this.fields = details.fields;
    this.requestId = details.requestId;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }
}

/** A request that got no response: the network or the service is down, or it took too long. */
export class ConnectionError extends Error {
  constructor(wasTooSlow: boolean) {
    super(
      wasTooSlow
        ? "The service did not respond in time. Try again in a moment."
        : "The service cannot be reached. Check your connection and try again.",
    );
    this.name = "ConnectionError";
  }
}

/** Whether an error says that the session has ended. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}

/** Whether an error says that the thing does not exist, or no longer exists. */
export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

/** What went wrong, in words for the person at the screen. */
export function messageOf(error: unknown): string {
  if (error instanceof ApiError && error.fields.length > 0)
    return error.fields.map(({ field, reason }) => `${field}: ${reason}`).join("; ");
  return error instanceof Error ? error.message : String(error);
}

/** The reason for which the API rejected a field of a form, if it did. */
export function fieldErrorOf(error: unknown, field: string): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const found = error.fields.find((one) => one.field === field || one.field.startsWith(`${field}[`));
  return found?.reason;
}
