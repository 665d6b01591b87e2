import type { ChannelName } from "./channel.ts";
import type { OutgoingMessage } from "./message.ts";
import { isoTime } from "./time.ts";
import type { Transition } from "./transition.ts";

export const postStatuses = ["draft", "pending", "scheduled", "published", "failed"] as const;
export type PostStatus = (typeof postStatuses)[number];

export const postTransitions = {
  approve: { from: ["pending"], to: "scheduled" },
  publish: { from: ["scheduled"], to: "published" },
  fail: { from: ["scheduled"], to: "failed" },
} as const satisfies Record<string, Transition<PostStatus>>;

export interface PostContent {
  text: string;
  link: string | null;
  hashtags: string[];
  media: { url: string; alt: string }[];
}

export interface PostFailure {
  code: string;
  message: string;
}

export interface Post {
  id: string;
  organizationId: string;
  brandId: string;
  pipelineId: string;
  runId: string;
  channel: ChannelName;
  content: PostContent;
  status: PostStatus;
  scheduledAt: string | null;
  publishedAt: string | null;
  externalUrl: string | null;
  failure: PostFailure | null;
  createdAt: string;
  updatedAt: string;
}

/** A run's new post: waiting for a person, or scheduled at once where the brand approves by itself. */
export function draftPost(
  given: Pick<Post, "id" | "organizationId" | "brandId" | "pipelineId" | "runId" | "channel" | "content">,
  approval: "manual" | "auto",
  scheduledAtMs: number,
  nowMs: number,
): Post {
  const createdAt = isoTime(nowMs);
  return {
    ...given,
    status: approval === "auto" ? "scheduled" : "pending",
    scheduledAt: isoTime(scheduledAtMs),
    publishedAt: null,
    externalUrl: null,
    failure: null,
    createdAt,
    updatedAt: createdAt,
  };
}

/** When an approved post publishes: at its time, or now if that has passed (contract, section 4). */
export function publicationTimeMs(post: Pick<Post, "scheduledAt">, nowMs: number): number {
  return post.scheduledAt === null ? nowMs : Math.max(Date.parse(post.scheduledAt), nowMs);
}

/** The message that publishes a scheduled post at its time; one with another time than the post's is stale. */
export function publication(post: Pick<Post, "id" | "organizationId">, scheduledAt: string): OutgoingMessage {
  return {
    queue: "publications",
    body: { kind: "post.publish", organizationId: post.organizationId, postId: post.id, scheduledAt },
    notBeforeMs: Date.parse(scheduledAt),
    group: post.organizationId,
  };
}
