import { composed } from "./channel-text.ts";
import type { Post } from "./post.ts";

/** A post as clients see it: with the length of its text and the limit, both as its channel counts them. */
export function postView(post: Post): Post & { length: number; limit: number } {
  const { length, limit } = composed(post.content, post.channel);
  return { ...post, length, limit };
}
