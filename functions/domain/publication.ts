import { measurementMessages } from "./analytics.ts";
import { eventMessage } from "./event-message.ts";
import type { NewId } from "./ids.ts";
import type { OutgoingMessage } from "./message.ts";
import type { Post } from "./post.ts";

/** The messages that follow when a post becomes published: the event and the measurements. */
export function publishedMessages(
  post: Post,
  publishedAt: string,
  newId: NewId,
  nowMs: number,
): OutgoingMessage[] {
  const { id: postId, organizationId, channel } = post;
  const data = { postId, publishedAt, channels: [channel] };
  return [
    eventMessage(newId("evt"), "post.published", organizationId, data, nowMs),
    ...measurementMessages(post, Date.parse(publishedAt)),
  ];
}
