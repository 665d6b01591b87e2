/** An error response of an AWS service. `name` is the code of the error, as in the AWS SDK. */
export class AwsError extends Error {
  /** The HTTP status. */
  readonly status: number;
  // Private, so that a log of the error does not contain it: it may hold the item that failed a condition.
  readonly #body: string;

  constructor(code: string, message: string, { status, body }: { status: number; body: string }) {
    super(message);
    this.name = code;
    this.status = status;
    this.#body = body;
  }

  /** The text of the response. */
  get body(): string {
    return this.#body;
  }
}
