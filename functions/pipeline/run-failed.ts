/** A run fails for a reason that its owner can read and repair. Other errors are retried. */
export class RunFailed extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = "RunFailed";
    this.code = code;
  }
}
