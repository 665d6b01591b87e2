import type { Post } from "../../../domain/post.ts";
import { isoTime, secondMs } from "../../../domain/time.ts";
import { type Channel, ChannelRejected, CredentialsInvalid, NotSent, type Publishing } from "../channel.ts";
import { rethrowAsNotSent } from "../not-sent.ts";
import { retryAfterMsIn } from "../retry-after.ts";
import { externalUrlIn, isLost, isSuccess, type Notice, signedPost } from "./signed-post.ts";

const timeoutMs = 10 * secondMs;
/** The endpoint may accept the same post later. */
const passingStatuses = new Set([408, 425, 429]);

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
  { nowMs, credentials, allowLoopback }: Publishing,
): Promise<{ externalUrl: string | null }> {
  if (credentials === null) throw new Error("the channel webhook needs credentials");
  const notice = noticeOf(post, post.scheduledAt ?? isoTime(nowMs));
  const options = { timeoutMs, allowLoopback };
  const { status, headers, body } = await signedPost(credentials, notice, options).catch(rethrowAsNotSent);
  if (isSuccess(status)) return { externalUrl: externalUrlIn(body) };
  if (isLost(status))
    throw new CredentialsInvalid(
      `The endpoint returned status ${status}. Check the connection, then retry the post.`,
    );
  if (passingStatuses.has(status)) {
    const retryAfterMs = retryAfterMsIn(headers, nowMs);
    throw new NotSent(`The endpoint returned status ${status}.`, {
      ...(retryAfterMs !== undefined && { retryAfterMs }),
      code: status === 429 ? "rate_limited" : "channel_unavailable",
    });
  }
  if (status < 500) throw new ChannelRejected("channel_refused", `The endpoint returned status ${status}.`);
  throw new Error(`the endpoint of the channel webhook returned status ${status}`);
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
