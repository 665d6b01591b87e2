import type { ChannelName } from "./channel.ts";
import { unprocessable } from "./errors.ts";
import { eventMessage } from "./event-message.ts";
import type { NewId } from "./ids.ts";
import type { OutgoingMessage } from "./message.ts";
import { isoTime } from "./time.ts";
import { assertAllowed, type Transition } from "./transition.ts";

export const postStatuses = ["draft", "pending", "scheduled", "published", "failed"] as const;
export type PostStatus = (typeof postStatuses)[number];

/** What a client may do with a post (contract, section 4). A publication's own two ends stand below. */
const postTransitions = {
  approve: { from: ["pending"], to: "scheduled" },
  reject: { from: ["pending"], to: "draft" },
  submit: { from: ["draft"], to: "pending" },
  cancel: { from: ["scheduled"], to: "draft" },
  retry: { from: ["failed"], to: "scheduled" },
} as const satisfies Record<string, Transition<PostStatus>>;
export type PostMove = keyof typeof postTransitions;

/** How a refusal calls what was asked. */
const participles: Record<PostMove, string> = {
  approve: "approved",
  reject: "rejected",
  submit: "submitted",
  cancel: "cancelled",
  retry: "retried",
};

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
  /** Null for a post that no run made. */
  pipelineId: string | null;
  /** Null for a post that no run made. */
  runId: string | null;
  channel: ChannelName;
  content: PostContent;
  status: PostStatus;
  scheduledAt: string | null;
  publishedAt: string | null;
  externalUrl: string | null;
  failure: PostFailure | null;
  createdAt: string;
  updatedAt: string;
  /** How often it was written since its birth: what every write is conditional on. Never shown. */
  version?: number;
  /** The request that changed it last. Never shown. */
  changedBy?: string;
  /** Set while a worker is publishing it; past this moment (epoch ms) that worker has died over it. Never shown. */
  publicationLeaseUntilMs?: number;
}

/** A run's new post: waiting for a person, or scheduled at once where the brand approves by itself. */
export function newPost(
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

/**
 * The post as a move leaves it. It keeps its time through all of them; whatever becomes scheduled at a time that has
 * passed, or at none, is scheduled for now.
 * @throws unprocessable when it is in no status to be moved so, or is being published
 */
export function movedPost(post: Post, move: PostMove, nowMs: number): Post {
  const transition = postTransitions[move];
  assertAllowed(transition, post.status, "post", participles[move]);
  assertNotBeingPublished(post, participles[move]);
  const { to: status } = transition;
  const scheduledAt = status === "scheduled" ? publicationTime(post.scheduledAt, nowMs) : post.scheduledAt;
  return { ...post, status, scheduledAt, failure: null, updatedAt: isoTime(nowMs) };
}

/** What a client may change of a post; a field that is undefined stays as it is. */
export interface PostChanges {
  text?: string | undefined;
  link?: string | null | undefined;
  hashtags?: string[] | undefined;
  scheduledAt?: string | null | undefined;
}

/**
 * The post with changes. A scheduled one moves to its new time at once, to now if that has passed.
 * @throws unprocessable once it is published, or while it is being published
 */
export function changedPost(post: Post, changes: PostChanges, nowMs: number): Post {
  if (post.status === "published") throw unprocessable("A post in status published cannot be changed.");
  assertNotBeingPublished(post, "changed");
  const { content } = post;
  const { text = content.text, link = content.link, hashtags = content.hashtags } = changes;
  const { scheduledAt: asked = post.scheduledAt } = changes;
  const isRescheduled = post.status === "scheduled" && asked !== post.scheduledAt;
  const scheduledAt = isRescheduled ? publicationTime(asked, nowMs) : asked;
  return {
    ...post,
    content: { ...content, text, link, hashtags },
    scheduledAt,
    updatedAt: isoTime(nowMs),
  };
}

/** The post as its publication leaves it. */
export function publishedPost(post: Post, externalUrl: string | null, publishedAt: string): Post {
  return { ...post, status: "published", publishedAt, externalUrl, updatedAt: publishedAt };
}

/** The post whose publication has failed. */
export function failedPost(post: Post, failure: PostFailure, failedAt: string): Post {
  return { ...post, status: "failed", failure, updatedAt: failedAt };
}

function assertNotBeingPublished(post: Post, participle: string): void {
  if (post.status !== "scheduled" || post.publicationLeaseUntilMs === undefined) return;
  throw unprocessable(`The post is being published and can no longer be ${participle}.`);
}

/** When a scheduled post publishes: at its time, or now if that has passed (contract, section 4). */
function publicationTime(scheduledAt: string | null, nowMs: number): string {
  return isoTime(scheduledAt === null ? nowMs : Math.max(Date.parse(scheduledAt), nowMs));
}

/**
 * What follows from a post's becoming scheduled, or being moved to another time: its publication, and the event.
 * A publication with another time than the post's is stale.
 */
export function schedulingMessages(post: Post, newId: NewId, nowMs: number): OutgoingMessage[] {
  const { id: postId, organizationId, channel, status, scheduledAt } = post;
  if (status !== "scheduled" || scheduledAt === null) return [];
  const data = { postId, scheduledAt, channels: [channel] };
  return [
    {
      queue: "publications",
      body: { kind: "post.publish", organizationId, postId, scheduledAt },
      notBeforeMs: Date.parse(scheduledAt),
      group: organizationId,
    },
    eventMessage(newId("evt"), "post.scheduled", organizationId, data, nowMs),
  ];
}
