import { unprocessable } from "./errors.ts";
import { type Post, type PostFailure, publishedPost } from "./post.ts";
import { isoTime } from "./time.ts";

/** What a person found on the channel of a post whose outcome is unknown. */
interface PostResolution {
  status: "published" | "failed";
  /** Where the published post is. */
  externalUrl?: string | undefined;
}

/** The code of a failure after which the channel may show the post. */
export const outcomeUnknown = "outcome_unknown";

const notPublished: PostFailure = {
  code: "not_published",
  message: "The outcome was unknown. A person checked the channel: it does not show the post.",
};

/**
 * Returns a post whose outcome was unknown as a person found it. A published post counts as published at its scheduled
 * time, at which the publication began, but not later than now.
 * @throws unprocessable when the post did not fail with an unknown outcome
 */
export function resolvedPost(post: Post, resolution: PostResolution, nowMs: number): Post {
  if (post.status !== "failed")
    throw unprocessable(`A post in status ${post.status} cannot be resolved: it must be failed.`);
  if (post.failure?.code !== outcomeUnknown)
    throw unprocessable("The post cannot be resolved: it is known that it was not published.");
  const updatedAt = isoTime(nowMs);
  if (resolution.status === "failed") return { ...post, failure: notPublished, updatedAt };
  const publishedAt = isoTime(Math.min(nowMs, Date.parse(post.scheduledAt ?? updatedAt)));
  const { externalUrl = null } = resolution;
  return { ...publishedPost(post, { externalUrl }, publishedAt), failure: null, updatedAt };
}
