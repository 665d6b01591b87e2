import type { Post } from "./post.ts";
import { composedFor } from "./post-limits.ts";

/** A post as clients see it: with the length of its text and the limit, both as its channel counts them. */
export function postView(post: Post): Post & { length: number; limit: number } {
  const { length, limit } = composedFor(post);
  return { ...post, length, limit };
}
