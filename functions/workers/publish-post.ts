import { measurements } from "../domain/analytics.ts";
import { announcement } from "../domain/event-message.ts";
import { failedPost, type Post, type PostFailure, publishedPost } from "../domain/post.ts";
import { isoTime, secondMs } from "../domain/time.ts";
import { ChannelRefused } from "../pipeline/channels/channel.ts";
import { channels } from "../pipeline/channels/channels.ts";
import type { Effects } from "../platform/effects.ts";
import { environment } from "../platform/environment.ts";
import { Busy, worker } from "../platform/worker.ts";
import { awaitedMetricsChange } from "../table/metrics.ts";
import { claimPublication, readPost, replacePost } from "../table/posts.ts";

/** Longer than the function may run: while the claim lasts, its worker may still be at it. */
const claimMs = 70 * secondMs;

/** Hands a scheduled post to its channel at its time. */
export const handler = worker<"publications">(async ({ organizationId, postId, scheduledAt }, effects) => {
  const { table, nowMs } = effects;
  const post = await readPost(table, organizationId, postId);
  if (post === null || post.status !== "scheduled") return;
  const { repeatable, publish } = channels[post.channel];
  const now = nowMs();
  const untilMs = now + claimMs;
  const claim = await claimPublication(table, post, { scheduledAt, repeatable, nowMs: now, untilMs });
  if (claim.outcome === "stale") return;
  if (claim.outcome === "busy") throw new Busy(`the publication of ${postId}`);
  if (claim.outcome === "interrupted") return fail(claim.post, interrupted, effects);

  // As it was claimed, not as it was read before: a change in between is published with all of it.
  const claimed = claim.post;
  try {
    const publicUrl = environment("PUBLIC_URL");
    const publishedAtMs = nowMs();
    const { externalUrl } = await publish(claimed, { table, nowMs: publishedAtMs, publicUrl });
    await succeed(claimed, externalUrl, publishedAtMs, effects);
  } catch (error) {
    if (!(error instanceof ChannelRefused)) throw error;
    await fail(claimed, { code: error.code, message: error.message }, effects);
  }
});

const interrupted: PostFailure = {
  code: "outcome_unknown",
  message: "Publishing was interrupted before the channel confirmed it: look there before you try again.",
};

// Where the post was written since it was claimed, another worker has taken it over, and says how it went.

async function succeed(
  post: Post,
  externalUrl: string | null,
  publishedAtMs: number,
  { table, newId }: Effects,
): Promise<void> {
  const publishedAt = isoTime(publishedAtMs);
  const data = { postId: post.id, publishedAt, channels: [post.channel] };
  await replacePost(table, publishedPost(post, externalUrl, publishedAt), {
    alongside: [awaitedMetricsChange(post, publishedAt)],
    messages: [
      announcement(newId("evt"), "post.published", post.organizationId, data, publishedAtMs),
      ...measurements(post, publishedAtMs),
    ],
  });
}

async function fail(post: Post, failure: PostFailure, { table, nowMs, newId }: Effects): Promise<void> {
  const now = nowMs();
  const failedAt = isoTime(now);
  const data = { postId: post.id, failedAt, channels: [post.channel], reason: failure };
  await replacePost(table, failedPost(post, failure, failedAt), {
    messages: [announcement(newId("evt"), "post.failed", post.organizationId, data, now)],
  });
}
