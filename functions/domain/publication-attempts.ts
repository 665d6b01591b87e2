import { failedPost, mayBePublished, type NextAttempt, type Post, type PostFailure } from "./post.ts";
import { dayMs, isoTime, secondMs } from "./time.ts";

/** The seconds until the next attempt after each failed one. After one more failure the post has failed. */
const delaySecondsAfter = [30, 120, 600, 3_600];

/** Returns how long to wait: as long as the channel asks, at most a day; 0 for a value that makes no sense. */
export function waitAsToldMs(retryAfterMs: number): number {
  return retryAfterMs > 0 ? Math.min(retryAfterMs, dayMs) : 0;
}

/** What a failed attempt to publish a post says about the post. */
export type FailedAttempt =
  /** The channel rejected the post: it is not published, and a retry would not change that. */
  | { kind: "rejected"; reason: PostFailure }
  /** This attempt published nothing, and a retry would publish nothing either. An earlier one may have published the post. */
  | { kind: "ended"; reason: PostFailure }
  /** This attempt published nothing, and a retry may succeed. */
  | { kind: "not_sent"; reason: PostFailure; retryAfterMs: number }
  /** The channel may have published the post. `mayRepeat`: publishing it twice has the effect of publishing it once. */
  | { kind: "unknown"; mayRepeat: boolean };

/** Clients see this reason while a post whose outcome is unknown is repeated. */
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

/** Returns the failure of a scheduled post whose message no worker could handle. */
export function unhandledPublication(post: Post): PostFailure {
  if (!mayBePublished(post))
    return {
      code: "worker_failed",
      message:
        "Publishing failed repeatedly for a reason inside the service. The post was not sent to the channel: retry it.",
    };
  return {
    code: "outcome_unknown",
    message: "Publishing failed repeatedly and was never confirmed. Check the channel before you retry.",
  };
}

/** Returns the post after a failed attempt: it waits for the next attempt, or it has failed. */
export function afterFailedAttempt(post: Post, attempt: FailedAttempt, nowMs: number): Post {
  switch (attempt.kind) {
    case "rejected":
      return (
        waitingWithoutImages(post, attempt.reason, nowMs) ?? failedPost(post, attempt.reason, isoTime(nowMs))
      );
    case "ended":
      return failedPost(post, finalReason(post, attempt.reason), isoTime(nowMs));
    case "not_sent": {
      const { reason, retryAfterMs } = attempt;
      // An image that cannot be fetched now may be there for one retry.
      const isRetry = (post.nextAttempt?.failures ?? 0) > 0;
      const withoutImages = isRetry ? waitingWithoutImages(post, reason, nowMs) : null;
      return withoutImages ?? waiting(post, reason, retryAfterMs, nowMs) ?? ended(post, reason, nowMs);
    }
    case "unknown": {
      const doubtful = { ...post, unconfirmedSinceMs: post.unconfirmedSinceMs ?? nowMs };
      const next = attempt.mayRepeat ? waiting(doubtful, unconfirmed, 0, nowMs) : null;
      return next ?? failedPost(post, unknownOutcome, isoTime(nowMs));
    }
  }
}

/** The codes of a channel that cannot publish the images of a post. */
const imageCodes: readonly string[] = ["media_refused", "media_unavailable"];

/**
 * Returns the post waiting for an attempt at once, without the images that its run proposed: the post is worth more than
 * they are. Null if it cannot be published for another reason, if a person chose the images, or if an earlier attempt may
 * have published them.
 */
function waitingWithoutImages(post: Post, { code, message }: PostFailure, nowMs: number): Post | null {
  const { hasProposedImages, ...rest } = post;
  if (hasProposedImages !== true || !imageCodes.includes(code) || post.unconfirmedSinceMs !== undefined)
    return null;
  const nextAttempt: NextAttempt = {
    at: isoTime(nowMs),
    reason: { code, message: `${message} The post is published without the image that its run proposed.` },
    failures: post.nextAttempt?.failures ?? 0,
    isReserved: false,
  };
  const content = { ...post.content, media: [] };
  return { ...rest, content, nextAttempt, updatedAt: isoTime(nowMs) };
}

const ended = (post: Post, reason: PostFailure, nowMs: number) =>
  afterFailedAttempt(post, { kind: "ended", reason }, nowMs);

/** Returns the post with its next attempt; null when the attempt that failed was the last one. */
function waiting(post: Post, reason: PostFailure, retryAfterMs: number, nowMs: number): Post | null {
  const failures = (post.nextAttempt?.failures ?? 0) + 1;
  const delaySeconds = delaySecondsAfter[failures - 1];
  if (delaySeconds === undefined) return null;
  const delayMs = Math.max(delaySeconds * secondMs, waitAsToldMs(retryAfterMs));
  const nextAttempt: NextAttempt = { at: isoTime(nowMs + delayMs), reason, failures, isReserved: false };
  return { ...post, nextAttempt, updatedAt: isoTime(nowMs) };
}

/** A person must look at the channel before the retry if an earlier attempt may have published the post. */
function finalReason(post: Post, reason: PostFailure): PostFailure {
  if (post.unconfirmedSinceMs === undefined) return reason;
  const message = `An earlier attempt was not confirmed, and the last one failed: ${reason.message} Check the channel before you retry.`;
  return { code: "outcome_unknown", message };
}

/** The time between two posts of a brand that the channel's rate limit requires. */
export function spacingMsOf(postsPerMinute: number): number {
  return Math.ceil((60 * secondMs) / postsPerMinute);
}

/** Returns the post waiting for the time that is reserved for it within the rate limit of its brand on the channel. */
export function waitingForReservedTime(
  post: Post,
  { reservedMs, postsPerMinute }: { reservedMs: number; postsPerMinute: number },
  nowMs: number,
): Post {
  const message = `At most ${postsPerMinute} posts of a brand are published on this channel in a minute.`;
  const nextAttempt: NextAttempt = {
    at: isoTime(reservedMs),
    reason: { code: "rate_limited", message },
    failures: post.nextAttempt?.failures ?? 0,
    isReserved: true,
  };
  return { ...post, nextAttempt, updatedAt: isoTime(nowMs) };
}
