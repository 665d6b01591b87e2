import type { ChannelName } from "./channel.ts";
import type { ChannelLimits } from "./channel-limits.ts";
import { unprocessable } from "./errors.ts";
import { eventMessage } from "./event-message.ts";
import type { PostGenerator } from "./generator.ts";
import type { NewId } from "./ids.ts";
import type { OutgoingMessage, PublicationMessage } from "./message.ts";
import type { PostApproval } from "./post-history.ts";
import { assertFits, assertValidContent } from "./post-limits.ts";
import type { PostReason } from "./post-reason.ts";
import { isoTime } from "./time.ts";
import { assertAllowed, type Transition } from "./transition.ts";

export const postStatuses = ["draft", "pending", "scheduled", "published", "failed"] as const;
export type PostStatus = (typeof postStatuses)[number];

/**
 * The statuses in the order in which lists are read. Workers and resolutions move a post to a later one only: a failed
 * post that appeared after all becomes published.
 */
export const statusesInReadingOrder: readonly PostStatus[] = [
  "draft",
  "pending",
  "scheduled",
  "failed",
  "published",
];

/**
 * What a client may do with a post (contract, section 4). `publishedPost`, `failedPost` and `resolvedPost` are the other
 * transitions.
 */
const postTransitions = {
  approve: { from: ["pending"], to: "scheduled" },
  reject: { from: ["pending"], to: "draft" },
  submit: { from: ["draft"], to: "pending" },
  cancel: { from: ["scheduled"], to: "draft" },
  retry: { from: ["failed"], to: "scheduled" },
  requestChanges: { from: ["pending"], to: "draft" },
} as const satisfies Record<string, Transition<PostStatus>>;
export type PostMove = keyof typeof postTransitions;

const placeOf = (status: PostStatus): number => statusesInReadingOrder.indexOf(status);

/**
 * The statuses to which a client can move a post backwards, from a status that is read later. The latest is first.
 */
export const backwardMoves: readonly Transition<PostStatus>[] = Object.values<Transition<PostStatus>>(
  postTransitions,
)
  .filter(({ from, to }) => from.some((status) => placeOf(status) > placeOf(to)))
  .toSorted((one, other) => placeOf(other.to) - placeOf(one.to));

/** The words for error messages. */
const participles: Record<PostMove, string> = {
  approve: "approved",
  reject: "rejected",
  submit: "submitted",
  cancel: "cancelled",
  retry: "retried",
  requestChanges: "sent back for changes",
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

/** The next attempt to publish a post that could not be published yet. */
export interface NextAttempt {
  at: string;
  /** Why the post was not published yet. */
  reason: PostFailure;
  /** How many attempts have failed. Clients do not see it. */
  failures: number;
  /** Whether that time is reserved for the post within the rate limit of the channel. Clients do not see it. */
  isReserved: boolean;
}

export interface Post extends PostApproval {
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
  /** The platform's id of the published post, for its measurement. Clients do not see it. */
  externalId?: string;
  failure: PostFailure | null;
  createdAt: string;
  updatedAt: string;
  /** Counts the writes since the creation. Every write is conditional on it. Clients do not see it. */
  version?: number;
  /** The id of the execution that changed the post last. Clients do not see it. */
  changedBy?: string;
  /**
   * Set while a worker is publishing the post. After this time (epoch ms) the worker has died. Clients do not see it.
   */
  publicationLeaseUntilMs?: number;
  /** Absent while the post does not wait: it is then published at `scheduledAt`. */
  nextAttempt?: NextAttempt;
  /**
   * Since when the channel may have published the post without a recorded outcome (epoch ms). Absent when it has
   * certainly not. Clients do not see it.
   */
  unconfirmedSinceMs?: number;
  /**
   * What the brand's account takes, on a channel whose accounts have limits of their own. It is read from the connection
   * with the post, and not stored with it. Clients do not see it. @default what the channel takes
   */
  limits?: ChannelLimits;
  /** Why a run chose its story. Absent for a post that no run made. */
  reason?: PostReason;
  /** What wrote the post. Absent for a post that no run made. */
  generator?: PostGenerator | null;
  /** Set while the images are those that the run proposed: nobody has changed them. Clients do not see it. */
  hasProposedImages?: true;
}

/**
 * Returns the post after a transition. The scheduled time stays, but a post that becomes scheduled without a time, or
 * with one in the past, is scheduled for now.
 * @throws unprocessable when the post's status does not allow the transition, when the post is being published, or when a
 * post that becomes scheduled is too long for its channel or has too many images
 */
export function movedPost(post: Post, move: PostMove, nowMs: number): Post {
  const transition = postTransitions[move];
  assertAllowed(transition, post.status, "post", participles[move]);
  assertNotBeingPublished(post, participles[move]);
  const { to: status } = transition;
  if (status === "scheduled") assertFits(post);
  const scheduledAt = status === "scheduled" ? publicationTime(post.scheduledAt, nowMs) : post.scheduledAt;
  return { ...withoutAttempts(post), status, scheduledAt, failure: null, updatedAt: isoTime(nowMs) };
}

/** What a client can change in a post. A field that is undefined stays as it is. */
export interface PostChanges {
  text?: string | undefined;
  link?: string | null | undefined;
  hashtags?: string[] | undefined;
  media?: PostContent["media"] | undefined;
  scheduledAt?: string | null | undefined;
}

/**
 * Returns the post with changes. If a scheduled post gets a new time in the past, it is scheduled for now. With another
 * time its publication starts anew, otherwise it still waits for its next attempt.
 * @throws unprocessable when the post is published or being published; validation_error when it gets too long for its
 * channel, or gets too many images
 */
export function changedPost(post: Post, changes: PostChanges, nowMs: number): Post {
  if (post.status === "published") throw unprocessable("A post in status published cannot be changed.");
  assertNotBeingPublished(post, "changed");
  const { content } = post;
  const { text = content.text, link = content.link, hashtags = content.hashtags } = changes;
  const { media = content.media } = changes;
  const { scheduledAt: requested = post.scheduledAt } = changes;
  const changedContent = { ...content, text, link, hashtags, media };
  const { hasProposedImages: _hasProposedImages, ...ofAPerson } = post;
  const changed = { ...(changes.media === undefined ? post : ofAPerson), content: changedContent };
  assertValidContent(changed, changes);
  const isRescheduled = post.status === "scheduled" && requested !== post.scheduledAt;
  const scheduledAt = isRescheduled ? publicationTime(requested, nowMs) : requested;
  return {
    ...(isRescheduled ? withoutAttempts(changed) : changed),
    scheduledAt,
    updatedAt: isoTime(nowMs),
  };
}

/** Returns the post after its publication. */
export function publishedPost(
  post: Post,
  published: Pick<Post, "externalUrl" | "externalId">,
  publishedAt: string,
): Post {
  return { ...withoutAttempts(post), ...published, status: "published", publishedAt, updatedAt: publishedAt };
}

/** Returns the post after its publication has failed. */
export function failedPost(post: Post, failure: PostFailure, failedAt: string): Post {
  return { ...withoutAttempts(post), status: "failed", failure, updatedAt: failedAt };
}

/** Returns the post without the state of a publication that is in progress. */
function withoutAttempts(post: Post): Post {
  const { nextAttempt: _nextAttempt, unconfirmedSinceMs: _unconfirmedSinceMs, ...rest } = post;
  return rest;
}

const deletable: readonly PostStatus[] = ["draft", "pending", "failed"];

/** @throws unprocessable when the post is scheduled, being published or published */
export function assertDeletable(post: Post): void {
  assertNotBeingPublished(post, "deleted");
  if (deletable.includes(post.status)) return;
  throw unprocessable(
    `A post in status ${post.status} cannot be deleted: it must be ${deletable.join(" or ")}.`,
  );
}

/** Whether the channel may have got a scheduled post: a worker is publishing it, or an attempt was not confirmed. */
export function mayBePublished({ publicationLeaseUntilMs, unconfirmedSinceMs }: Post): boolean {
  return publicationLeaseUntilMs !== undefined || unconfirmedSinceMs !== undefined;
}

function assertNotBeingPublished(post: Post, participle: string): void {
  if (post.status !== "scheduled" || !mayBePublished(post)) return;
  throw unprocessable(`The post is being published and can no longer be ${participle}.`);
}

/** When a scheduled post is published: at its time, or now if it has none or it has passed (contract, section 4). */
function publicationTime(scheduledAt: string | null, nowMs: number): string {
  return isoTime(scheduledAt === null ? nowMs : Math.max(Date.parse(scheduledAt), nowMs));
}

/**
 * The message that publishes a scheduled post at its time, or at the time of its next attempt. It is stale once the post
 * has another time, another next attempt or another status.
 */
export function publicationMessages(post: Post): OutgoingMessage[] {
  const { id: postId, organizationId, status, scheduledAt, nextAttempt } = post;
  if (status !== "scheduled" || scheduledAt === null) return [];
  return [
    {
      queue: "publications",
      body: {
        kind: "post.publish",
        organizationId,
        postId,
        scheduledAt,
        ...(nextAttempt !== undefined && { attemptAt: nextAttempt.at }),
      },
      notBeforeMs: Date.parse(nextAttempt?.at ?? scheduledAt),
      group: organizationId,
    },
  ];
}

/** Whether a post waits for this message. */
export function awaitsPublication(
  { status, scheduledAt, nextAttempt }: Post,
  message: PublicationMessage,
): boolean {
  return (
    status === "scheduled" && scheduledAt === message.scheduledAt && nextAttempt?.at === message.attemptAt
  );
}

/** The messages that follow when a post becomes scheduled or gets another time: its publication and the event. */
export function schedulingMessages(post: Post, newId: NewId, nowMs: number): OutgoingMessage[] {
  const { id: postId, organizationId, channel, status, scheduledAt } = post;
  if (status !== "scheduled" || scheduledAt === null) return [];
  const data = { postId, scheduledAt, channels: [channel] };
  return [
    ...publicationMessages(post),
    eventMessage(newId("evt"), "post.scheduled", organizationId, data, nowMs),
  ];
}
