import type { OutgoingMessage } from "../domain/message.ts";
import { type Post, type PostStatus, postStatuses } from "../domain/post.ts";
import type { Transition } from "../domain/transition.ts";
import { trusted } from "../domain/trusted.ts";
import { type Change, commit, Refused } from "./commit.ts";
import { postIndexAttributes, postKey, postsOfBrand, postsOfOrganization } from "./keys.ts";
import { type Order, pageOfKeys } from "./list.ts";
import { readItem, readItems } from "./read.ts";
import type { Table } from "./table.ts";
import { assign, isOneOf } from "./update.ts";

export function readPost(table: Table, organizationId: string, postId: string): Promise<Post | null> {
  return readItem<Post>(table, postKey(organizationId, postId));
}

/**
 * Moves a post along a transition, together with what must follow. Of two who try at once one wins:
 * the other is told the post as it stands now.
 */
export async function movePost(
  table: Table,
  moved: Post,
  transition: Transition<PostStatus>,
  options: {
    messages?: readonly OutgoingMessage[];
    alongside?: readonly Change[];
    claim?: string | undefined;
  } = {},
): Promise<{ moved: true } | { moved: false; found: Post | null }> {
  const { messages = [], alongside = [], claim } = options;
  const allowed = isOneOf("status", transition.from);
  const { status, scheduledAt, publishedAt, externalUrl, failure, updatedAt } = moved;
  const fields = assign({
    status,
    scheduledAt,
    publishedAt,
    externalUrl,
    failure,
    updatedAt,
    ...postIndexAttributes(moved),
  });
  try {
    await commit(
      table,
      [
        {
          kind: "update",
          key: postKey(moved.organizationId, moved.id),
          ...fields,
          condition:
            claim === undefined ? allowed.condition : `${allowed.condition} AND publicationClaim = :claim`,
          values: { ...fields.values, ...allowed.values, ...(claim !== undefined && { ":claim": claim }) },
        },
        ...alongside,
      ],
      messages,
    );
    return { moved: true };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { moved: false, found: error.found === null ? null : trusted<Post>(error.found) };
  }
}

/**
 * Claims the publication of a scheduled post. "interrupted": an earlier worker claimed it and never said how it
 * went, so whether it was published is unknown; a claim that is `repeatable` takes such a one over instead.
 */
export async function claimPublication(
  table: Table,
  post: Pick<Post, "organizationId" | "id">,
  claim: { token: string; scheduledAt: string; nowMs: number; untilMs: number; repeatable: boolean },
): Promise<"claimed" | "busy" | "interrupted" | "stale"> {
  const fields = assign({ publicationClaim: claim.token, publicationClaimUntilMs: claim.untilMs });
  const free = claim.repeatable
    ? "(attribute_not_exists(publicationClaim) OR publicationClaimUntilMs <= :now)"
    : "attribute_not_exists(publicationClaim)";
  try {
    await commit(table, [
      {
        kind: "update",
        key: postKey(post.organizationId, post.id),
        ...fields,
        names: { ...fields.names, "#status": "status" },
        values: {
          ...fields.values,
          ":scheduled": "scheduled",
          ":scheduledAt": claim.scheduledAt,
          ...(claim.repeatable && { ":now": claim.nowMs }),
        },
        condition: `#status = :scheduled AND scheduledAt = :scheduledAt AND ${free}`,
      },
    ]);
    return "claimed";
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const found =
      error.found === null ? null : trusted<Post & { publicationClaimUntilMs?: number }>(error.found);
    if (found?.status !== "scheduled" || found.scheduledAt !== claim.scheduledAt) return "stale";
    return (found.publicationClaimUntilMs ?? 0) > claim.nowMs ? "busy" : "interrupted";
  }
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
  const lists = statuses.map((status) =>
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
  const items = await readItems(table, keys);
  // An index is a moment behind: a post that has just left the statuses asked for is not shown.
  const rows = items.map((item) => trusted<Post>(item)).filter(({ status }) => statuses.includes(status));
  return { rows, next };
}
