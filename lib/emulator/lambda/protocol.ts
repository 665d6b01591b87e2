import type { ClockAnchor } from "../service-date.ts";

/** What the host tells a function's thread when it opens it. */
export interface ThreadData {
  readonly directory: string;
  /** `index.handler`: module and export. */
  readonly handler: string;
  readonly anchor: ClockAnchor;
  /** PEM certificates that are trusted besides the usual ones. */
  readonly extraCa?: string;
  readonly functionName: string;
  /** Shown by the operating system's tools; Linux shows its first 15 characters. */
  readonly threadName: string;
  readonly functionArn: string;
  readonly memoryMb: number;
}

/** Host to thread: one invocation. The event travels as the JSON text that it is on AWS. */
export interface Invocation {
  readonly requestId: string;
  readonly event: string;
  readonly timeoutMs: number;
}

/** How Lambda shows an error of a function. */
export interface InvocationError {
  readonly errorType: string;
  readonly errorMessage: string;
  readonly trace?: readonly string[];
}

/** Thread to host. */
export type ThreadMessage =
  | { readonly kind: "ready" }
  | { readonly kind: "initError"; readonly error: InvocationError }
  | { readonly kind: "result"; readonly requestId: string; readonly payload: string }
  | { readonly kind: "error"; readonly requestId: string; readonly error: InvocationError };
