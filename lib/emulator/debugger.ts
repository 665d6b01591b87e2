import { url } from "node:inspector";

/** Whether a debugger may be attached: a function that stops at a breakpoint must not time out. */
export function isDebuggable(): boolean {
  return url() !== undefined;
}
