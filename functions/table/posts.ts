import { notFound, unprocessable } from "../domain/errors.ts";
import type { OutgoingMessage, PublicationMessage } from "../domain/message.ts";
import { awaitsPublication, type Post } from "../domain/post.ts";
import { trusted } from "../domain/trusted.ts";
import { readOwnLimits, withOwnLimits } from "./account-limits.ts";
import { planPost } from "./calendar.ts";
import { postIndexAttributes } from "./index-keys.ts";
import { brandKey, postKey } from "./keys.ts";
import type { Change, Condition } from "./store/change.ts";
import { commit } from "./store/commit.ts";
import { conflict, retryOnConflict } from "./store/optimistic-lock.ts";
import { readItem } from "./store/read.ts";
import { alreadyApplied, type Table } from "./store/table.ts";
import { assign, updateItem } from "./store/update.ts";

export function readPost(table: Table, organizationId: string, postId: string): Promise<Post | null> {
  return readItem<Post>(table, postKey(organizationId, postId));
}

/**
 * The change that stores a new post, without its limits. Does not check whether the post exists: a new id is never used
 * twice.
 */
export function postInsert({ limits: _limits, ...post }: Post): Change {
  const key = postKey(post.organizationId, post.id);
  return { kind: "put", item: { ...key, ...post, createdAs: post.status, ...postIndexAttributes(post) } };
}

/**
 * Stores a new post that is not stored by a run, with the messages that follow, and takes its time in the brand's calendar.
 * @param alongside changes without a condition
 * @returns the stored post: if an earlier try of the same request has stored it, the post as it is now
 * @throws not_found when the brand does not exist; what `planPost` throws
 */
export async function insertPost(
  table: Table,
  post: Post,
  messages: readonly OutgoingMessage[],
  alongside: readonly Change[] = [],
): Promise<Post> {
  const insert = { ...postInsert(post), condition: "attribute_not_exists(pk)" };
  const isStored =
    !alreadyApplied(table, {}) &&
    (await retryOnConflict(async () => {
      const { calendar } = await planPost(table, null, post);
      return commit(table, [insert, brandCheck(post), ...calendar, ...alongside], {
        messages,
        onConditionFailed({ indexes }) {
          if (indexes.includes(0)) return false;
          if (indexes.includes(1)) throw notFound("brand");
          return conflict;
        },
      });
    }));
  if (isStored) return post;
  const stored = await readPost(table, post.organizationId, post.id);
  return stored === null ? post : withOwnLimits(table, stored);
}

/** The change that stores nothing, and fails if the post's brand does not exist. */
function brandCheck({ organizationId, brandId }: Post): Change {
  return { kind: "check", key: brandKey(organizationId, brandId), condition: "attribute_exists(pk)" };
}

/** The condition that a post is stored and nobody has changed it since it was read. */
export function unchanged({ version }: Post): Condition {
  const names = { "#version": "version" };
  return version === undefined
    ? { condition: "attribute_exists(pk) AND attribute_not_exists(#version)", names }
    : { condition: "#version = :read", names, values: { ":read": version } };
}

/** The fields that a change of a post can remove. */
const clearedFields = ["nextAttempt", "unconfirmedSinceMs", "hasProposedImages"] as const;

/** What is stored in the same transaction as a post. */
interface Accompanying {
  messages?: readonly OutgoingMessage[];
  withdrawn?: readonly OutgoingMessage[];
  alongside?: readonly Change[];
  /** The change of the brand's calendar, if the post takes or frees a time. @default none */
  calendar?: readonly Change[];
  /** Whether a comment of the post is stored alongside, and must be counted. @default false */
  addsComment?: boolean;
  /** Whether the post is stored only if its brand exists. @default false */
  needsBrand?: boolean;
}

/**
 * Stores a changed post if its version is still the one that was read, and ends the lease of its publication. Leasing a
 * post also makes a new version.
 * @returns the stored post as `found`, and stores nothing, if it has another version, or if another post has taken its time
 * @throws unprocessable when the post needs its brand, and the brand was deleted
 */
export async function replacePost(
  table: Table,
  changed: Post,
  {
    messages = [],
    withdrawn = [],
    alongside = [],
    calendar = [],
    addsComment = false,
    needsBrand = false,
  }: Accompanying = {},
): Promise<{ written: true } | { written: false; found: Post | null }> {
  const { status, content, scheduledAt, publishedAt, externalUrl, failure, updatedAt, version } = changed;
  const { externalId, nextAttempt, unconfirmedSinceMs } = changed;
  const { update, names, values } = assign({
    status,
    content,
    scheduledAt,
    publishedAt,
    externalUrl,
    externalId,
    failure,
    updatedAt,
    nextAttempt,
    unconfirmedSinceMs,
    version: (version ?? 0) + 1,
    changedBy: table.executionId,
    ...postIndexAttributes(changed),
  });
  const asRead = unchanged(changed);
  const absent = clearedFields.filter((name) => changed[name] === undefined);
  const removed = ["publicationLeaseUntilMs", ...absent];
  const write: Change = {
    ...asRead,
    kind: "update",
    key: postKey(changed.organizationId, changed.id),
    update: `${update} REMOVE ${removed.join(", ")}${addsComment ? " ADD commentCount :one" : ""}`,
    names,
    values: { ...values, ...asRead.values, ...(addsComment && { ":one": 1 }) },
  };
  const checks = needsBrand ? [brandCheck(changed)] : [];
  const outcome = await commit(table, [write, ...calendar, ...alongside, ...checks], {
    messages,
    withdrawn,
    onConditionFailed(failed) {
      // If the post has changed too, its new state decides. If its time is taken now, the calendar is read again.
      if (failed.index <= calendar.length || !needsBrand) return failed;
      throw unprocessable("The post's brand was deleted, so the post cannot be published.");
    },
  });
  if (outcome === true) return { written: true };
  if (outcome.index > 0)
    return { written: false, found: await readPost(table, changed.organizationId, changed.id) };
  return { written: false, found: outcome.found === null ? null : trusted<Post>(outcome.found) };
}

/**
 * Reads a post with the limits of its account, changes it and stores it with the messages that follow. If another request
 * has changed the post meanwhile, `change` runs again on its new state. If `change` returns the same object, nothing is
 * stored. If an earlier try of this request has stored the change, it is not made again. A post that becomes scheduled
 * needs its brand. A post takes its time in the brand's calendar, and frees the one that it had.
 * @throws not_found; unprocessable when the brand was deleted; what `change` and `planPost` throw
 */
export async function changePost(
  table: Table,
  organizationId: string,
  postId: string,
  change: (post: Post) => { post: Post } & Omit<Accompanying, "calendar" | "needsBrand">,
): Promise<Post> {
  const read = await readPost(table, organizationId, postId);
  const limits = read === null ? undefined : await readOwnLimits(table, read);
  const limited = (post: Post | null) => (post === null || limits === undefined ? post : { ...post, limits });
  let current = limited(read);
  return retryOnConflict(async () => {
    if (current === null) throw notFound("post");
    if (alreadyApplied(table, current)) return current;
    const wanted = change(current);
    if (wanted.post === current) return current;
    const { post: planned, calendar } = await planPost(table, current, wanted.post);
    // A post that gets another slot is changed as if it had had that slot before: what follows must name it.
    const { post, ...following } =
      planned === wanted.post ? wanted : change({ ...current, scheduledAt: planned.scheduledAt });
    const needsBrand = post.status === "scheduled" && current.status !== "scheduled";
    const outcome = await replacePost(table, post, { ...following, calendar, needsBrand });
    if (outcome.written) return post;
    current = limited(outcome.found);
    return conflict;
  });
}

type PublicationLease =
  /**
   * The caller publishes the post. It does not change while the lease lasts. It has `unconfirmedSinceMs` only if an earlier
   * worker may have published it.
   */
  | { outcome: "leased"; post: Post }
  /**
   * The lease of another worker has expired without an outcome: it is unknown whether that worker published the post.
   */
  | { outcome: "interrupted"; post: Post }
  /** Another worker has the lease. */
  | { outcome: "busy" }
  /** The post does not wait for this message. */
  | { outcome: "stale" };

/**
 * Leases the publication of a scheduled post to one worker.
 * @param lease `repeatable`: the channel can repeat a publication safely, so an interrupted one is leased again
 */
export async function leasePublication(
  table: Table,
  message: PublicationMessage,
  lease: { nowMs: number; untilMs: number; repeatable: boolean },
): Promise<PublicationLease> {
  const { organizationId, postId, scheduledAt, attemptAt } = message;
  const free = lease.repeatable
    ? "(attribute_not_exists(publicationLeaseUntilMs) OR publicationLeaseUntilMs <= :now)"
    : "attribute_not_exists(publicationLeaseUntilMs)";
  const due = attemptAt === undefined ? "attribute_not_exists(nextAttempt)" : "nextAttempt.#at = :attemptAt";
  const leased = await updateItem(table, postKey(organizationId, postId), {
    // Until an outcome is recorded, the channel may have published the post since the first lease without one.
    update:
      "SET publicationLeaseUntilMs = :until, unconfirmedSinceMs = if_not_exists(unconfirmedSinceMs, :now) ADD #version :one",
    names: {
      "#status": "status",
      "#version": "version",
      ...(attemptAt !== undefined && { "#at": "at" }),
    },
    values: {
      ":until": lease.untilMs,
      ":one": 1,
      ":scheduled": "scheduled",
      ":scheduledAt": scheduledAt,
      ":now": lease.nowMs,
      ...(attemptAt !== undefined && { ":attemptAt": attemptAt }),
    },
    condition: `#status = :scheduled AND scheduledAt = :scheduledAt AND ${due} AND ${free}`,
  });
  if (leased.written) {
    const { unconfirmedSinceMs = lease.nowMs, ...post } = trusted<Post>(leased.item);
    const isUnconfirmed = unconfirmedSinceMs < lease.nowMs;
    return { outcome: "leased", post: isUnconfirmed ? { ...post, unconfirmedSinceMs } : post };
  }
  const found = leased.item === null ? null : trusted<Post>(leased.item);
  if (found === null || !awaitsPublication(found, message)) return { outcome: "stale" };
  return (found.publicationLeaseUntilMs ?? 0) > lease.nowMs
    ? { outcome: "busy" }
    : { outcome: "interrupted", post: found };
}
