/** A sealed secret that nobody can open, now or later: it is broken, or belongs to another owner or key. */
export class SecretUnusable extends Error {
  constructor(options: ErrorOptions) {
    super("the sealed secret cannot be opened", options);
    this.name = "SecretUnusable";
  }
}
