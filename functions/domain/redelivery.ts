import type { OutgoingMessage } from "./message.ts";
import { secondMs } from "./time.ts";

/**
 * The seconds until a message is handled again after each failure. After one more failure it is dead-lettered. A fault of
 * 20 minutes dead-letters nothing.
 */
const delaySecondsAfter = [10, 60, 300, 900];

/** What the work of a message waits for. It is a metric dimension: a small fixed set. */
export type PostponedReason = "leased" | "key_unavailable" | "throttled" | "limit_reached";

/** After a long pause everything continues within a minute. */
const pauseMaxMs = 60 * secondMs;

/** The limits of the time until the work of a message is tried again. */
const postponements = {
  // The lease of an attempt is 20 s. A message that came twice must not return while the attempt can still run.
  leased: { minMs: 30 * secondMs, maxMs: pauseMaxMs },
  key_unavailable: { minMs: 5 * secondMs, maxMs: pauseMaxMs },
  throttled: { minMs: 5 * secondMs, maxMs: pauseMaxMs },
  // A run takes some seconds as a rule, and a publication less. There is no queue for permits. With longer waits, newer
  // messages would get the permits before a message that has waited for long.
  limit_reached: { minMs: 3 * secondMs, maxMs: 15 * secondMs },
} as const satisfies Record<PostponedReason, { minMs: number; maxMs: number }>;

/** Returns a failed message again, for a later time; null if it has failed too often. */
export function afterFailure(message: OutgoingMessage, nowMs: number): OutgoingMessage | null {
  const failures = (message.failures ?? 0) + 1;
  const delaySeconds = delaySecondsAfter[failures - 1];
  if (delaySeconds === undefined) return null;
  return { ...message, failures, notBeforeMs: nowMs + delaySeconds * secondMs };
}

/**
 * Returns the message again, for a later time, because its work could not begin. It waits half of the time that it has
 * waited already, within limits, and this counts as no failure.
 */
export function postponed(message: OutgoingMessage, reason: PostponedReason, nowMs: number): OutgoingMessage {
  const { postponedSinceMs = nowMs } = message;
  const halfMs = (nowMs - postponedSinceMs) / 2;
  const { minMs, maxMs } = postponements[reason];
  const waitMs = Math.min(maxMs, Math.max(minMs, halfMs));
  return { ...message, postponedSinceMs, notBeforeMs: nowMs + waitMs };
}
