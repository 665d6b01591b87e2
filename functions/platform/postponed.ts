import type { PostponedReason } from "../domain/redelivery.ts";

/**
 * The work of a message cannot begin now. The message returns later, and its failures are not counted: it is never
 * dead-lettered because of this.
 */
export class Postponed extends Error {
  readonly reason: PostponedReason;

  constructor(reason: PostponedReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "Postponed";
    this.reason = reason;
  }
}

/** Another worker has the lease of this step. */
export class Busy extends Postponed {
  constructor(what: string) {
    super("leased", `${what} is leased by another worker`);
    this.name = "Busy";
  }
}

/** Why a message is postponed whose worker threw this error; null if its worker failed. */
export function postponedReasonOf(error: unknown): PostponedReason | null {
  if (error instanceof Postponed) return error.reason;
  // The names by which AWS services and DynamoDB's statements say it.
  const isThrottled =
    error instanceof Error && /Throttl|Throughput|RequestLimit|TooManyRequests/.test(error.name);
  return isThrottled ? "throttled" : null;
}
