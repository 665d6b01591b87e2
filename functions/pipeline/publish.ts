import { systemActor } from "../domain/actor.ts";
import type { Brand } from "../domain/brand.ts";
import { eventMessage } from "../domain/event-message.ts";
import type { NewId } from "../domain/ids.ts";
import type { PublicationMessage as Message, OutgoingMessage } from "../domain/message.ts";
import {
  awaitsPublication,
  failedPost,
  type Post,
  publicationMessages,
  publishedPost,
} from "../domain/post.ts";
import { historyEntry } from "../domain/post-history.ts";
import { publishedMessages } from "../domain/publication.ts";
import {
  afterFailedAttempt,
  type FailedAttempt,
  interruptedPublication,
  spacingMsOf,
  waitAsToldMs,
  waitingForReservedTime,
} from "../domain/publication-attempts.ts";
import { isoTime, secondMs } from "../domain/time.ts";
import { readBrand } from "../table/brands.ts";
import { holdReservations, reserveTime, takeReservedTime } from "../table/channel-rates.ts";
import { emptyMetricsPut } from "../table/metrics.ts";
import { historyPut } from "../table/post-history.ts";
import { leasePublication, readPost, replacePost } from "../table/posts.ts";
import type { Change } from "../table/store/change.ts";
import { conflict, retryOnConflict } from "../table/store/optimistic-lock.ts";
import type { Table } from "../table/store/table.ts";
import {
  type Channel,
  ChannelRejected,
  CredentialsInvalid,
  NotSent,
  type Published,
  type Publishing,
} from "./channels/channel.ts";
import type { Publisher } from "./channels/credentials.ts";

export interface PublishEffects {
  table: Table;
  nowMs: () => number;
  newId: NewId;
  /** What channels need to know of the service. */
  service: Pick<Publishing, "publicUrl" | "timeoutMs" | "allowLoopback">;
  /** Returns what the post's brand needs to publish on its channel; null if the channel is not connected. */
  publisherOf: (post: Post) => Promise<Publisher | null>;
  /**
   * Runs `work` if the post's organization may use one more worker for the post's channel.
   * @throws {Postponed} without running `work`, when it may not
   */
  withPermit: <Result>(post: Post, work: () => Promise<Result>) => Promise<Result>;
  /** Whether an error comes from this service's own parts, such as KMS. Then the attempt does not count. */
  isOwnError: (error: unknown) => boolean;
  /** Reports an attempt whose outcome is unknown to the operator. */
  reportUnknown: (post: Post, error: unknown) => void;
}

/** Longer than the function may run: until the lease ends, its worker may still be publishing. */
const leaseMs = 70 * secondMs;

/**
 * Publishes a post that is due on its channel, or stores when the next attempt is made.
 * @returns "busy" when another worker is publishing it
 * @throws what `withPermit` throws
 */
export async function publishDuePost(
  message: Message,
  channelOf: (post: Post) => Channel,
  effects: PublishEffects,
): Promise<"done" | "busy"> {
  const post = await readPost(effects.table, message.organizationId, message.postId);
  if (post === null || !awaitsPublication(post, message)) return "done";
  // The permit comes first: a post that must wait for it has reserved no time on its channel in vain.
  return effects.withPermit(post, () => publishAwaited(post, message, channelOf(post), effects));
}

async function publishAwaited(
  post: Post,
  message: Message,
  channel: Channel,
  effects: PublishEffects,
): Promise<"done" | "busy"> {
  const { table, nowMs } = effects;
  // Read what can fail before the lease: after it, a worker that stops may have published the post.
  const [brand, publisher] = await Promise.all([
    readBrand(table, post.organizationId, post.brandId),
    effects.publisherOf(post),
  ]);
  if (await mustWait(post, message, channel, effects)) return "done";
  const now = nowMs();
  const { repeatable } = channel;
  const lease = await leasePublication(table, message, { repeatable, nowMs: now, untilMs: now + leaseMs });
  if (lease.outcome === "busy") return "busy";
  if (lease.outcome === "stale") return "done";
  if (lease.outcome === "interrupted" || isForgotten(lease.post, channel, now))
    await record(failedPost(lease.post, interruptedPublication, isoTime(now)), effects);
  // Publish the post as it was leased, not as it was read before: it includes a change made in between.
  else await publish(lease.post, channel, { brand, publisher }, effects);
  return "done";
}

/** Whether the channel may have published a post so long ago that it would publish the post again. */
function isForgotten(
  { unconfirmedSinceMs }: Post,
  { repeatableForMs = Number.POSITIVE_INFINITY }: Channel,
  nowMs: number,
): boolean {
  return unconfirmedSinceMs !== undefined && nowMs - unconfirmedSinceMs > repeatableForMs;
}

/** Whether a post must wait for the rate limit of its brand on the channel. Then it waits for its reserved time. */
async function mustWait(
  post: Post,
  message: Message,
  { postsPerMinute }: Channel,
  { table, nowMs }: PublishEffects,
): Promise<boolean> {
  // A post that was leased before has used its reserved time.
  if (postsPerMinute === undefined || post.publicationLeaseUntilMs !== undefined) return false;
  const now = nowMs();
  const rate = { spacingMs: spacingMsOf(postsPerMinute), nowMs: now };
  if (post.nextAttempt?.isReserved === true && (await takeReservedTime(table, post, rate))) return false;
  const reservedMs = await reserveTime(table, post, rate);
  if (reservedMs <= now) return false;
  let current: Post | null = post;
  return retryOnConflict(async () => {
    if (current === null || !awaitsPublication(current, message)) return true;
    // Another worker has an earlier reserved time and is publishing the post: a write would end its lease.
    if (current.publicationLeaseUntilMs !== undefined) return false;
    const waiting = waitingForReservedTime(current, { reservedMs, postsPerMinute }, now);
    const outcome = await replacePost(table, waiting, { messages: publicationMessages(waiting) });
    if (outcome.written) return true;
    current = outcome.found;
    return conflict;
  });
}

async function publish(
  post: Post,
  channel: Channel,
  { brand, publisher }: { brand: Brand | null; publisher: Publisher | null },
  effects: PublishEffects,
): Promise<void> {
  const { table, nowMs, service } = effects;
  const startedAtMs = nowMs();
  let published: Published;
  try {
    if (brand === null) throw new ChannelRejected("brand_deleted", "The post's brand was deleted.");
    if (publisher === null) throw notConnected(post);
    const { checkNow: _checkNow, ...access } = publisher;
    const publishing = { table, nowMs: startedAtMs, brand, ...access, ...service };
    published = await channel.publish(post, publishing);
  } catch (error) {
    if (effects.isOwnError(error)) throw error;
    const attempt = failedAttempt(error, channel);
    if (attempt.kind === "unknown") effects.reportUnknown(post, error);
    const now = nowMs();
    // The status of the connection must show a loss too.
    const following = error instanceof CredentialsInvalid ? (publisher?.checkNow ?? []) : [];
    await record(afterFailedAttempt(post, attempt, now), effects, following);
    const heldMs = attempt.kind === "not_sent" ? waitAsToldMs(attempt.retryAfterMs) : 0;
    if (heldMs > 0 && channel.postsPerMinute !== undefined) await holdReservations(table, post, now + heldMs);
    return;
  }
  const publishedAt = isoTime(startedAtMs);
  await record(publishedPost(post, published, publishedAt), effects);
}

const notConnected = ({ channel }: Post) =>
  new CredentialsInvalid(
    `The brand has not connected the channel ${channel}, or its connection is lost. Connect it, then retry the post.`,
  );

/** What an error of a channel says about the post. */
function failedAttempt(error: unknown, { repeatable }: Channel): FailedAttempt {
  if (error instanceof ChannelRejected)
    return { kind: "rejected", reason: { code: error.code, message: error.message } };
  if (error instanceof CredentialsInvalid)
    return { kind: "ended", reason: { code: "channel_not_connected", message: error.message } };
  if (error instanceof NotSent) {
    const { code, message, retryAfterMs } = error;
    return { kind: "not_sent", reason: { code, message }, retryAfterMs };
  }
  return { kind: "unknown", mayRepeat: repeatable };
}

/**
 * Stores the outcome of an attempt with what follows from it. If the post was changed after the lease, another worker has
 * taken it over and records the outcome.
 */
async function record(
  post: Post,
  { table, newId, nowMs }: PublishEffects,
  following: readonly OutgoingMessage[] = [],
): Promise<void> {
  const { publishedAt } = post;
  const metrics = publishedAt === null ? [] : [emptyMetricsPut(post, publishedAt)];
  await replacePost(table, post, {
    alongside: [...metrics, ...outcomeOf(post, newId, nowMs())],
    messages: [...messagesAfter(post, newId, nowMs()), ...following],
  });
}

/** The entry of the history, once the post is published or its publication has failed. */
function outcomeOf(post: Post, newId: NewId, nowMs: number): Change[] {
  const { status } = post;
  if (status !== "published" && status !== "failed") return [];
  return [historyPut(post, historyEntry(post, status, systemActor, { newId, nowMs }))];
}

function messagesAfter(post: Post, newId: NewId, nowMs: number): OutgoingMessage[] {
  const { id: postId, organizationId, status, publishedAt, failure, updatedAt } = post;
  if (status === "published" && publishedAt !== null)
    return publishedMessages(post, publishedAt, newId, Date.parse(publishedAt));
  if (status === "failed" && failure !== null) {
    const data = { postId, failedAt: updatedAt, channels: [post.channel], reason: failure };
    return [eventMessage(newId("evt"), "post.failed", organizationId, data, nowMs)];
  }
  return publicationMessages(post);
}
