import type { Post, PostContent } from "./post.ts";
import { assertValidContent } from "./post-limits.ts";
import { isoTime } from "./time.ts";

/** A new post of a run. It is pending if a person must approve it, else scheduled. Without a time, a person must. */
export function newPost(
  given: Pick<
    Post,
    "id" | "organizationId" | "brandId" | "pipelineId" | "runId" | "channel" | "content" | "generator"
  >,
  approval: "manual" | "auto",
  scheduledAtMs: number | null,
  nowMs: number,
): Post {
  const status = approval === "auto" && scheduledAtMs !== null ? "scheduled" : "pending";
  const scheduledAt = scheduledAtMs === null ? null : isoTime(scheduledAtMs);
  const proposed = given.content.media.length > 0 && { hasProposedImages: true as const };
  return unpublished({ ...given, ...proposed, status, scheduledAt }, nowMs);
}

/** A new post that a client wrote. It waits for approval in every brand. @throws validation_error when it does not fit */
export function newManualPost(
  given: PostContent &
    Pick<Post, "id" | "organizationId" | "brandId" | "channel" | "scheduledAt" | "limits"> & {
      status: "draft" | "pending";
    },
  nowMs: number,
): Post {
  const { text, link, hashtags, media, ...rest } = given;
  const content = { text, link, hashtags, media };
  const post = { ...rest, pipelineId: null, runId: null, content };
  assertValidContent(post, content);
  return unpublished(post, nowMs);
}

function unpublished(
  given: Omit<Post, "publishedAt" | "externalUrl" | "failure" | "createdAt" | "updatedAt">,
  nowMs: number,
): Post {
  const createdAt = isoTime(nowMs);
  return { ...given, publishedAt: null, externalUrl: null, failure: null, createdAt, updatedAt: createdAt };
}
