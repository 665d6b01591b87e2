import { notFound } from "../domain/errors.ts";
import type { OutgoingMessage } from "../domain/message.ts";
import { type Post, type PostStatus, postStatuses } from "../domain/post.ts";
import { trusted } from "../domain/trusted.ts";
import { postIndexAttributes, postKey, postsOfBrand, postsOfOrganization } from "./keys.ts";
import { type Change, commit, Refused } from "./store/commit.ts";
import { type Order, pageOfKeys } from "./store/list.ts";
import { raced, untilUnraced } from "./store/optimistic-lock.ts";
import { readItem, readListed } from "./store/read.ts";
import { hasWritten, type Table } from "./store/table.ts";
import { assign, updateItem } from "./store/update.ts";

export function readPost(table: Table, organizationId: string, postId: string): Promise<Post | null> {
  return readItem<Post>(table, postKey(organizationId, postId));
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
    changedBy: table.writer,
    ...postIndexAttributes(changed),
  });
  const write: Change = {
    kind: "update",
    key: postKey(changed.organizationId, changed.id),
    update: `${update} REMOVE publicationClaimUntilMs`,
    names,
    values: { ...values, ...(version !== undefined && { ":read": version }) },
    condition:
      version === undefined ? "attribute_exists(pk) AND attribute_not_exists(#version)" : "#version = :read",
  };
  try {
    await commit(table, [write, ...alongside], messages);
    return { written: true };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { written: false, found: error.found === null ? null : trusted<Post>(error.found) };
  }
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
  let standing = await readPost(table, organizationId, postId);
  return untilUnraced(async () => {
    if (standing === null) throw notFound("post");
    if (hasWritten(table, standing)) return standing;
    const { post, messages = [] } = change(standing);
    if (post === standing) return post;
    const outcome = await replacePost(table, post, { messages });
    if (outcome.written) return post;
    standing = outcome.found;
    return raced;
  });
}

type Claim =
  | { outcome: "claimed"; post: Post }
  | { outcome: "interrupted"; post: Post }
  | { outcome: "busy" }
  | { outcome: "stale" };

/**
 * Claims the publication of a scheduled post, and answers with the post as it is to be published: it does not change
 * while the claim stands. "interrupted": an earlier worker claimed it and never said how it went, so whether it was
 * published is unknown; a claim that is `repeatable` takes such a one over instead.
 */
export async function claimPublication(
  table: Table,
  post: Pick<Post, "organizationId" | "id">,
  claim: { scheduledAt: string; nowMs: number; untilMs: number; repeatable: boolean },
): Promise<Claim> {
  const free = claim.repeatable
    ? "(attribute_not_exists(publicationClaimUntilMs) OR publicationClaimUntilMs <= :now)"
    : "attribute_not_exists(publicationClaimUntilMs)";
  const claimed = await updateItem(table, postKey(post.organizationId, post.id), {
    update: "SET publicationClaimUntilMs = :until ADD #version :one",
    names: { "#status": "status", "#version": "version" },
    values: {
      ":until": claim.untilMs,
      ":one": 1,
      ":scheduled": "scheduled",
      ":scheduledAt": claim.scheduledAt,
      ...(claim.repeatable && { ":now": claim.nowMs }),
    },
    condition: `#status = :scheduled AND scheduledAt = :scheduledAt AND ${free}`,
  });
  if (claimed.written) return { outcome: "claimed", post: trusted<Post>(claimed.item) };
  const found = claimed.item === null ? null : trusted<Post>(claimed.item);
  if (found?.status !== "scheduled" || found.scheduledAt !== claim.scheduledAt) return { outcome: "stale" };
  return (found.publicationClaimUntilMs ?? 0) > claim.nowMs
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
  const rows = await readListed<Post>(table, keys, ({ status }) => statuses.includes(status));
  return { rows, next };
}
