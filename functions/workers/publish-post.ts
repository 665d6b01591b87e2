import { eventMessage } from "../domain/event-message.ts";
import { failedPost, outcomeUnknown, type Post, type PostFailure, publishedPost } from "../domain/post.ts";
import { publishedMessages } from "../domain/publication.ts";
import { isoTime, secondMs } from "../domain/time.ts";
import { ChannelRejected } from "../pipeline/channels/channel.ts";
import { channels } from "../pipeline/channels/channels.ts";
import type { Effects } from "../platform/effects.ts";
import { environment } from "../platform/environment.ts";
import { Busy } from "../platform/postponed.ts";
import { worker } from "../platform/worker.ts";
import { readBrand } from "../table/brands.ts";
import { emptyMetricsPut } from "../table/metrics.ts";
import { leasePublication, readPost, replacePost } from "../table/posts.ts";

/** Longer than the function may run: until the lease ends, its worker may still be publishing. */
const leaseMs = 70 * secondMs;

/** Publishes a scheduled post on its channel at its time. */
export const handler = worker<"publications">(async ({ organizationId, postId, scheduledAt }, effects) => {
  const { table, nowMs } = effects;
  const post = await readPost(table, organizationId, postId);
  if (post === null || post.status !== "scheduled") return;
  const { repeatable, publish } = channels[post.channel];
  const now = nowMs();
  const untilMs = now + leaseMs;
  const lease = await leasePublication(table, post, { scheduledAt, repeatable, nowMs: now, untilMs });
  if (lease.outcome === "stale") return;
  if (lease.outcome === "busy") throw new Busy(`the publication of ${postId}`);
  if (lease.outcome === "interrupted") return fail(lease.post, interrupted, effects);

  // Publish the post as it was leased, not as it was read before: it includes a change made in between.
  const leased = lease.post;
  try {
    const brand = await readBrand(table, organizationId, leased.brandId);
    if (brand === null) throw new ChannelRejected("brand_deleted", "The post's brand was deleted.");
    const publicUrl = environment("PUBLIC_URL");
    const publishedAtMs = nowMs();
    const publishing = { table, nowMs: publishedAtMs, brand, credentials: null, publicUrl };
    const { externalUrl } = await publish(leased, publishing);
    await succeed(leased, externalUrl, publishedAtMs, effects);
  } catch (error) {
    if (!(error instanceof ChannelRejected)) throw error;
    await fail(leased, { code: error.code, message: error.message }, effects);
  }
});

const interrupted: PostFailure = {
  code: outcomeUnknown,
  message: "Publishing was interrupted before the channel confirmed it. Check the channel before you retry.",
};

// If the post was changed after the lease, another worker has taken it over and records the outcome.

async function succeed(
  post: Post,
  externalUrl: string | null,
  publishedAtMs: number,
  { table, newId }: Effects,
): Promise<void> {
  const publishedAt = isoTime(publishedAtMs);
  await replacePost(table, publishedPost(post, externalUrl, publishedAt), {
    alongside: [emptyMetricsPut(post, publishedAt)],
    messages: publishedMessages(post, publishedAt, newId, publishedAtMs),
  });
}

async function fail(post: Post, failure: PostFailure, { table, nowMs, newId }: Effects): Promise<void> {
  const now = nowMs();
  const failedAt = isoTime(now);
  const data = { postId: post.id, failedAt, channels: [post.channel], reason: failure };
  await replacePost(table, failedPost(post, failure, failedAt), {
    messages: [eventMessage(newId("evt"), "post.failed", post.organizationId, data, now)],
  });
}
