import { hourMs } from "./time.ts";

/**
 * Whether something waits for a message that should have come more than an hour ago. Then it was lost, or all are late:
 * to send it again is right for the one and does nothing for the other, since of all that come one counts.
 */
export function isOverdue(dueMs: number, nowMs: number): boolean {
  return dueMs + hourMs < nowMs;
}
