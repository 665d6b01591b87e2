import type { ClockAnchor } from "../service-date.ts";

/** What a function's thread gets when it opens. */
export interface ThreadData {
  directory: string;
  /** `index.handler`: module and export. */
  handler: string;
  anchor: ClockAnchor;
  /** PEM certificates that the function trusts in addition. */
  extraCa?: string;
  functionName: string;
  /** Shown by the operating system's tools; Linux shows its first 15 characters. */
  threadName: string;
  functionArn: string;
  memoryMb: number;
}

/** Host to thread: an invocation. The event is JSON text, as on AWS. */
export interface Invocation {
  requestId: string;
  event: string;
  timeoutMs: number;
}

/** A function's error in Lambda's form. */
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
