import { notFound } from "../domain/errors.ts";
import type { OutgoingMessage } from "../domain/message.ts";
import { type Post, type PostStatus, postStatuses } from "../domain/post.ts";
import { trusted } from "../domain/trusted.ts";
import { postIndexAttributes, postKey, postsOfBrand, postsOfOrganization } from "./keys.ts";
import type { Change } from "./store/change.ts";
import { commit } from "./store/commit.ts";
import { type Order, pageOfKeys } from "./store/list.ts";
import { conflict, retryOnConflict } from "./store/optimistic-lock.ts";
import { readIndexed, readItem } from "./store/read.ts";
import { alreadyApplied, type Table } from "./store/table.ts";
import { assign, updateItem } from "./store/update.ts";

export function readPost(table: Table, organizationId: string, postId: string): Promise<Post | null> {
  return readItem<Post>(table, postKey(organizationId, postId));
}

/** The change that stores a new post. Does not check whether the post exists: a new id is never used twice. */
export function postInsert(post: Post): Change {
  const key = postKey(post.organizationId, post.id);
  return { kind: "put", item: { ...key, ...post, ...postIndexAttributes(post) } };
}

/**
 * Stores a new post that no run made, with the messages that follow. If its id is stored already, an earlier try of
 * the same request stored it.
 */
export async function insertPost(
  table: Table,
  post: Post,
  messages: readonly OutgoingMessage[],
): Promise<void> {
  const insert = { ...postInsert(post), condition: "attribute_not_exists(pk)" };
  await commit(table, [insert], { messages, onConditionFailed: () => undefined });
}

/** What else is stored together with a post. */
interface Besides {
  messages?: readonly OutgoingMessage[];
  alongside?: readonly Change[];
}

/**
 * Stores a post as it was made of the one that was read, if nobody has written it since; a worker's claim is a write
 * too, and this ends it. Otherwise nothing is stored, and the answer is the post as it stands.
 */
export async function replacePost(
  table: Table,
  changed: Post,
  { messages = [], alongside = [] }: Besides = {},
): Promise<{ written: true } | { written: false; found: Post | null }> {
  const { status, content, scheduledAt, publishedAt, externalUrl, failure, updatedAt, version } = changed;
  const { update, names, values } = assign({
    status,
    content,
    scheduledAt,
    publishedAt,
    externalUrl,
    failure,
    updatedAt,
    version: (version ?? 0) + 1,
    changedBy: table.executionId,
    ...postIndexAttributes(changed),
  });
  const write: Change = {
    kind: "update",
    key: postKey(changed.organizationId, changed.id),
    update: `${update} REMOVE publicationLeaseUntilMs`,
    names,
    values: { ...values, ...(version !== undefined && { ":read": version }) },
    condition:
      version === undefined ? "attribute_exists(pk) AND attribute_not_exists(#version)" : "#version = :read",
  };
  const outcome = await commit(table, [write, ...alongside], {
    messages,
    onConditionFailed: (failed) => failed,
  });
  if (outcome === true) return { written: true };
  return { written: false, found: outcome.found === null ? null : trusted<Post>(outcome.found) };
}

/**
 * Reads a post, changes it and stores it with what must follow. Whoever loses a race is given the post as the winner
 * left it and changes that, or is refused by it: nothing that was stored is overwritten unseen. A change that gives the
 * very post back stores nothing; one that this execution has stored before is not made again.
 * @throws not_found when there is no such post, and what `change` throws
 */
export async function changePost(
  table: Table,
  organizationId: string,
  postId: string,
  change: (post: Post) => { post: Post; messages?: readonly OutgoingMessage[] },
): Promise<Post> {
  let current = await readPost(table, organizationId, postId);
  return retryOnConflict(async () => {
    if (current === null) throw notFound("post");
    if (alreadyApplied(table, current)) return current;
    const { post, messages = [] } = change(current);
    if (post === current) return post;
    const outcome = await replacePost(table, post, { messages });
    if (outcome.written) return post;
    current = outcome.found;
    return conflict;
  });
}

type Lease =
  | { outcome: "leased"; post: Post }
  | { outcome: "interrupted"; post: Post }
  | { outcome: "busy" }
  | { outcome: "stale" };

/**
 * Claims the publication of a scheduled post, and answers with the post as it is to be published: it does not change
 * while the claim stands. "interrupted": an earlier worker claimed it and never said how it went, so whether it was
 * published is unknown; a claim that is `repeatable` takes such a one over instead.
 */
export async function leasePublication(
  table: Table,
  post: Pick<Post, "organizationId" | "id">,
  lease: { scheduledAt: string; nowMs: number; untilMs: number; repeatable: boolean },
): Promise<Lease> {
  const free = lease.repeatable
    ? "(attribute_not_exists(publicationLeaseUntilMs) OR publicationLeaseUntilMs <= :now)"
    : "attribute_not_exists(publicationLeaseUntilMs)";
  const leased = await updateItem(table, postKey(post.organizationId, post.id), {
    update: "SET publicationLeaseUntilMs = :until ADD #version :one",
    names: { "#status": "status", "#version": "version" },
    values: {
      ":until": lease.untilMs,
      ":one": 1,
      ":scheduled": "scheduled",
      ":scheduledAt": lease.scheduledAt,
      ...(lease.repeatable && { ":now": lease.nowMs }),
    },
    condition: `#status = :scheduled AND scheduledAt = :scheduledAt AND ${free}`,
  });
  if (leased.written) return { outcome: "leased", post: trusted<Post>(leased.item) };
  const found = leased.item === null ? null : trusted<Post>(leased.item);
  if (found?.status !== "scheduled" || found.scheduledAt !== lease.scheduledAt) return { outcome: "stale" };
  return (found.publicationLeaseUntilMs ?? 0) > lease.nowMs
    ? { outcome: "busy" }
    : { outcome: "interrupted", post: found };
}

const indexOf = {
  createdAt: { organization: "orgByCreated", brand: "parentByCreated", sortName: "createdSort" },
  scheduledAt: { organization: "orgByScheduled", brand: "parentByScheduled", sortName: "scheduledSort" },
  publishedAt: { organization: "orgByPublished", brand: "parentByPublished", sortName: "publishedSort" },
} as const;

export interface PostFilter {
  statuses: readonly PostStatus[] | undefined;
  brandId: string | undefined;
  sort: keyof typeof indexOf;
}

/** One page of posts of an organization or a brand: a query of keys for each status asked, and one read of the page. */
export async function pageOfPosts(
  table: Table,
  organizationId: string,
  { statuses = postStatuses, brandId, sort }: PostFilter,
  { order, limit, after }: { order: Order; limit: number; after: string | null },
): Promise<{ rows: Post[]; next: string | null }> {
  const { organization, brand, sortName } = indexOf[sort];
  // In the order that a post goes through, whatever the order they are asked in: so one that moves on is met again.
  const asked = postStatuses.filter((status) => statuses.includes(status));
  const lists = asked.map((status) =>
    brandId === undefined
      ? {
          indexName: organization,
          partitionName: "orgList",
          partition: postsOfOrganization(organizationId, status),
          sortName,
        }
      : {
          indexName: brand,
          partitionName: "parentList",
          partition: postsOfBrand(organizationId, brandId, status),
          sortName,
        },
  );
  const { keys, next } = await pageOfKeys(table, lists, order, limit, after);
  const rows = await readIndexed<Post>(table, keys, ({ status }) => statuses.includes(status));
  return { rows, next };
}
