import { hourMs } from "./time.ts";

/**
 * Whether a message should have come more than an hour ago. Then it is lost, or all messages are late. The caller sends
 * it again in both cases: if the message comes twice, the second copy is stale and has no effect.
 */
export function isOverdue(dueMs: number, nowMs: number): boolean {
  return dueMs + hourMs < nowMs;
}
