import { failedPost, type NextAttempt, type Post, type PostFailure } from "./post.ts";
import { dayMs, isoTime, secondMs } from "./time.ts";

/** The seconds until the next attempt after each failed one. After one more failure the post has failed. */
const delaySecondsAfter = [30, 120, 600, 3_600];

/** Returns for how long a channel is left alone that asks to wait: at most a day, and not at all if it asks for nonsense. */
export function waitAsToldMs(retryAfterMs: number): number {
  return retryAfterMs > 0 ? Math.min(retryAfterMs, dayMs) : 0;
}

/** What a failed attempt to publish a post says about the post. */
export type FailedAttempt =
  /** The channel refused the post: it is not published, and a retry would not change that. */
  | { kind: "refused"; reason: PostFailure }
  /** This attempt published nothing, and none that follows would. An earlier one may have published the post. */
  | { kind: "ended"; reason: PostFailure }
  /** This attempt published nothing, and a retry may succeed. */
  | { kind: "not_sent"; reason: PostFailure; retryAfterMs: number }
  /** The channel may have published the post. `mayRepeat`: publishing it twice has the effect of publishing it once. */
  | { kind: "unknown"; mayRepeat: boolean };

/** Clients see it while a post is repeated whose outcome is unknown. */
const unconfirmed: PostFailure = {
  code: "outcome_unknown",
  message: "The channel did not confirm the publication.",
};

const unknownOutcome: PostFailure = {
  code: "outcome_unknown",
  message: "The channel did not confirm the publication. Check the channel before you retry.",
};

/** The failure of a post whose worker died while it published the post. */
export const interruptedPublication: PostFailure = {
  code: "outcome_unknown",
  message: "Publishing was interrupted before the channel confirmed it. Check the channel before you retry.",
};

/** Returns the post after a failed attempt: it waits for the next attempt, or it has failed. */
export function afterFailedAttempt(post: Post, attempt: FailedAttempt, nowMs: number): Post {
  switch (attempt.kind) {
    case "refused":
      return failedPost(post, attempt.reason, isoTime(nowMs));
    case "ended":
      return failedPost(post, finalReason(post, attempt.reason), isoTime(nowMs));
    case "not_sent": {
      const { reason, retryAfterMs } = attempt;
      return waiting(post, reason, retryAfterMs, nowMs) ?? ended(post, reason, nowMs);
    }
    case "unknown": {
      const doubtful = { ...post, unconfirmedSinceMs: post.unconfirmedSinceMs ?? nowMs };
      const next = attempt.mayRepeat ? waiting(doubtful, unconfirmed, 0, nowMs) : null;
      return next ?? failedPost(post, unknownOutcome, isoTime(nowMs));
    }
  }
}

const ended = (post: Post, reason: PostFailure, nowMs: number) =>
  afterFailedAttempt(post, { kind: "ended", reason }, nowMs);

/** Returns the post with its next attempt; null when the attempt that failed was the last one. */
function waiting(post: Post, reason: PostFailure, retryAfterMs: number, nowMs: number): Post | null {
  const failures = (post.nextAttempt?.failures ?? 0) + 1;
  const delaySeconds = delaySecondsAfter[failures - 1];
  if (delaySeconds === undefined) return null;
  const delayMs = Math.max(delaySeconds * secondMs, waitAsToldMs(retryAfterMs));
  const nextAttempt: NextAttempt = { at: isoTime(nowMs + delayMs), reason, failures, hasSlot: false };
  return { ...post, nextAttempt, updatedAt: isoTime(nowMs) };
}

/** An earlier attempt may have published the post: whoever repairs the cause must look at the channel first. */
function finalReason(post: Post, reason: PostFailure): PostFailure {
  if (post.unconfirmedSinceMs === undefined) return reason;
  const message = `An earlier attempt was not confirmed, and the last one failed: ${reason.message} Check the channel before you retry.`;
  return { code: "outcome_unknown", message };
}

/** How long each post takes of the rate limit of its brand on a channel. */
export function spacingMsOf(postsPerMinute: number): number {
  return Math.ceil((60 * secondMs) / postsPerMinute);
}

/** Returns the post waiting until the rate limit of its brand on the channel has a place for it. */
export function waitingForSlot(
  post: Post,
  { slotAtMs, postsPerMinute }: { slotAtMs: number; postsPerMinute: number },
  nowMs: number,
): Post {
  const message = `At most ${postsPerMinute} posts of a brand are published on this channel in a minute.`;
  const nextAttempt: NextAttempt = {
    at: isoTime(slotAtMs),
    reason: { code: "rate_limited", message },
    failures: post.nextAttempt?.failures ?? 0,
    hasSlot: true,
  };
  return { ...post, nextAttempt, updatedAt: isoTime(nowMs) };
}
