import type { Post } from "../../../domain/post.ts";
import { isoTime, secondMs } from "../../../domain/time.ts";
import type { Channel, Published, Publishing } from "../channel.ts";
import { isSuccess, publicationError, rethrowAsNotSent } from "../platform-request.ts";
import { externalUrlIn, lostStatuses, type Notice, signedPost } from "./signed-post.ts";

/** The brand's own endpoint, such as a workflow of an automation tool. */
export const webhookChannel: Channel = {
  // The endpoint recognizes a repeated post by its id.
  repeatable: true,
  publish,
  measure: () => Promise.resolve({ reach: null, engagements: null, clicks: null }),
};

/** Sends the post as a signed POST. Every repetition sends the same bytes with the same Idempotency-Key. */
async function publish(
  post: Post,
  { nowMs, credentials, timeoutMs, allowLoopback }: Publishing,
): Promise<Published> {
  if (credentials === null) throw new Error("the channel webhook needs credentials");
  const notice = noticeOf(post, post.scheduledAt ?? isoTime(nowMs));
  const options = { timeoutMs, allowLoopback };
  const { status, headers, body } = await signedPost(credentials, notice, options).catch(rethrowAsNotSent);
  if (isSuccess(status)) return { externalUrl: externalUrlIn(body) };
  const failed = { platform: "The endpoint", reason: null, lostStatuses, credentials, nowMs };
  throw publicationError({ status, headers, json: undefined }, failed);
}

/** The scheduled time is also the time of the notice, so that a repetition has the same bytes. */
function noticeOf({ id, organizationId, brandId, content }: Post, scheduledAt: string): Notice {
  const { text, link, hashtags, media } = content;
  return {
    id,
    type: "channel.post",
    data: { organizationId, postId: id, brandId, scheduledAt, text, link, hashtags, media },
    ts: Math.floor(Date.parse(scheduledAt) / secondMs),
  };
}
