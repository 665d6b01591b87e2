/** A run ends in error for a reason that its owner can read and mend. Other errors are tried again. */
export class RunFailed extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = "RunFailed";
    this.code = code;
  }
}
