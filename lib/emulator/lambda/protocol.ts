import type { ClockAnchor } from "../service-date.ts";

/** What the host tells a function's thread when it opens it. */
export interface ThreadData {
  directory: string;
  /** `index.handler`: module and export. */
  handler: string;
  anchor: ClockAnchor;
  /** PEM certificates that are trusted besides the usual ones. */
  extraCa?: string;
  functionName: string;
  /** Shown by the operating system's tools; Linux shows its first 15 characters. */
  threadName: string;
  functionArn: string;
  memoryMb: number;
}

/** Host to thread: one invocation. The event travels as the JSON text that it is on AWS. */
export interface Invocation {
  requestId: string;
  event: string;
  timeoutMs: number;
}

/** How Lambda shows an error of a function. */
export interface InvocationError {
  errorType: string;
  errorMessage: string;
  trace?: readonly string[];
}

/** Thread to host. */
export type ThreadMessage =
  | { kind: "ready" }
  | { kind: "initError"; error: InvocationError }
  | { kind: "result"; requestId: string; payload: string }
  | { kind: "error"; requestId: string; error: InvocationError };
