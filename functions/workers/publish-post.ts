import { measurements } from "../domain/analytics.ts";
import { announcement } from "../domain/announcement.ts";
import { type Post, type PostFailure, postTransitions } from "../domain/post.ts";
import { isoTime, secondMs } from "../domain/time.ts";
import { ChannelRefused } from "../pipeline/channels/channel.ts";
import { channels } from "../pipeline/channels/channels.ts";
import type { Effects } from "../platform/effects.ts";
import { environment } from "../platform/environment.ts";
import { Busy, worker } from "../platform/worker.ts";
import { awaitedMetricsChange } from "../table/metrics.ts";
import { claimPublication, movePost, readPost } from "../table/posts.ts";

/** Longer than the function may run: while the claim lasts, its worker may still be at it. */
const claimMs = 70 * secondMs;

/** Hands a scheduled post to its channel at its time. */
export const handler = worker<"publications">(async ({ organizationId, postId, scheduledAt }, effects) => {
  const { table, nowMs, newId } = effects;
  const post = await readPost(table, organizationId, postId);
  if (post === null || post.status !== "scheduled") return;
  const { repeatable, publish } = channels[post.channel];
  const token = newId("pst");
  const claimedAtMs = nowMs();
  const claim = await claimPublication(table, post, {
    token,
    scheduledAt,
    repeatable,
    nowMs: claimedAtMs,
    untilMs: claimedAtMs + claimMs,
  });
  if (claim === "stale") return;
  if (claim === "busy") throw new Busy(`the publication of ${postId}`);
  if (claim === "interrupted") return fail(post, undefined, interrupted, effects);

  try {
    const publicUrl = environment("PUBLIC_URL");
    const publishedAtMs = nowMs();
    const { externalUrl } = await publish(post, { table, nowMs: publishedAtMs, publicUrl });
    await succeed(post, { claim: token, externalUrl, publishedAtMs }, effects);
  } catch (error) {
    if (!(error instanceof ChannelRefused)) throw error;
    await fail(post, token, { code: error.code, message: error.message }, effects);
  }
});

const interrupted: PostFailure = {
  code: "outcome_unknown",
  message: "Publishing was interrupted before the channel confirmed it: look there before you try again.",
};

async function succeed(
  post: Post,
  outcome: { claim: string; externalUrl: string | null; publishedAtMs: number },
  { table, newId }: Effects,
): Promise<void> {
  const { claim, externalUrl, publishedAtMs: now } = outcome;
  const publishedAt = isoTime(now);
  const { to: status } = postTransitions.publish;
  const published = { ...post, status, publishedAt, externalUrl, updatedAt: publishedAt };
  const data = { postId: post.id, publishedAt, channels: [post.channel] };
  await movePost(table, published, postTransitions.publish, {
    claim,
    alongside: [awaitedMetricsChange(post, publishedAt)],
    messages: [
      announcement(newId("evt"), "post.published", post.organizationId, data, now),
      ...measurements(post, now),
    ],
  });
}

async function fail(
  post: Post,
  claim: string | undefined,
  failure: PostFailure,
  { table, nowMs, newId }: Effects,
): Promise<void> {
  const now = nowMs();
  const failedAt = isoTime(now);
  const { to: status } = postTransitions.fail;
  const failed = { ...post, status, failure, updatedAt: failedAt };
  const data = { postId: post.id, failedAt, channels: [post.channel], reason: failure };
  await movePost(table, failed, postTransitions.fail, {
    claim,
    messages: [announcement(newId("evt"), "post.failed", post.organizationId, data, now)],
  });
}
