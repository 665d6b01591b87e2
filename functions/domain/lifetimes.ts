import { rememberedDays } from "./posted-stories.ts";
import { dayMs, secondMs } from "./time.ts";

/**
 * How long an item is stored after its last change (contract, section 7). Posts, metrics and weekly digests are stored
 * for ever.
 */
export const lifetimesMs = {
  delivery: 30 * dayMs,
  deadLetter: 90 * dayMs,
  /** It was delivered after all, so nobody waits for it. */
  resolvedDeadLetter: 30 * dayMs,
  runStages: 90 * dayMs,
  /** Longer than a message can be received again after its workers died. Without it, the stage is executed again. */
  runCheckpoint: 2 * dayMs,
  /** As long as the deliveries that it has made. */
  bulkReplay: 30 * dayMs,
  /** No platform accepts a session for longer. Without it, a worker logs in again. */
  platformSession: 90 * dayMs,
  /** All items in it were last seen before that. */
  postedStories: rememberedDays * dayMs,
  /** Most pipelines run once a month at least. Without it, a run reads the whole document of a source. */
  sourceState: 30 * dayMs,
  /** Trends that have risen, and what a brand tracks: after so long without a run, its past is too old to compare with. */
  trend: 30 * dayMs,
} as const;

/** An item that DynamoDB's TTL deletes. */
export interface Expiring {
  /** Epoch seconds, as TTL requires. */
  expiresAt?: number;
}

/** When an item that changes now expires, in epoch seconds. */
export function expiryOf(lifetimeMs: number, nowMs: number): number {
  return Math.ceil((nowMs + lifetimeMs) / secondMs);
}

/** Whether an item has expired. TTL deletes it up to some days later, and until then a read must not return it. */
export function isExpired({ expiresAt }: Expiring, nowMs: number): boolean {
  return expiresAt !== undefined && expiresAt * secondMs <= nowMs;
}
