import {
  backwardMoves,
  type Post,
  type PostStatus,
  postStatuses,
  statusesInReadingOrder,
} from "../domain/post.ts";
import { inStatus, type PostSort, postsOfBrand, postsOfOrganization } from "./index-keys.ts";
import { type List, type Order, pageOfKeys } from "./store/list.ts";
import { readIndexed } from "./store/read.ts";
import type { Table } from "./store/table.ts";

export interface PostFilter {
  statuses: readonly PostStatus[] | undefined;
  brandId: string | undefined;
  sort: PostSort;
}

/**
 * The order in which the lists of these statuses are read. A post that moves on while they are read is found in a later
 * list. A post that moves back (a cancelled one, for example) would be found in none, so the lists to which posts move
 * back are read again at the end.
 */
function readingOrder(statuses: readonly PostStatus[]): PostStatus[] {
  const forwards = statusesInReadingOrder.filter((status) => statuses.includes(status));
  const readAgain = backwardMoves
    .filter(({ from, to }) => statuses.includes(to) && from.some((status) => statuses.includes(status)))
    .map(({ to }) => to);
  return [...forwards, ...new Set(readAgain)];
}

/**
 * The lists in which a filter finds its posts. All posts in the order of creation are one list, whatever their statuses are.
 * Every other order has a list for each status.
 */
function listsOf(organizationId: string, { statuses = postStatuses, brandId, sort }: PostFilter): List[] {
  const [owner, partition] =
    brandId === undefined
      ? (["org", postsOfOrganization(organizationId)] as const)
      : (["parent", postsOfBrand(organizationId, brandId)] as const);
  const list = { partitionName: `${owner}List`, partition };
  if (sort === "createdAt" && postStatuses.every((status) => statuses.includes(status)))
    return [{ ...list, indexName: `${owner}ByCreated`, sortName: "createdSort" }];
  return readingOrder(statuses).map((status) => {
    if (sort === "publishedAt" && status === "published")
      return { ...list, indexName: `${owner}ByPublished`, sortName: "publishedSort" };
    const prefix = inStatus(status);
    // Posts that are not published have no time of publication: their list by that time is in the order of creation.
    return sort === "scheduledAt"
      ? { ...list, indexName: `${owner}ByScheduled`, sortName: "scheduledSort", prefix }
      : { ...list, indexName: `${owner}ByStatus`, sortName: "statusSort", prefix };
  });
}

/**
 * Reads one page of the posts of an organization or a brand: one query of keys for all posts in the order of creation, else
 * one per status, and a second one for each status to which posts move back; and one read of the page.
 */
export async function pageOfPosts(
  table: Table,
  organizationId: string,
  filter: PostFilter,
  { order, limit, after }: { order: Order; limit: number; after: string | null },
): Promise<{ rows: Post[]; next: string | null }> {
  const { statuses = postStatuses } = filter;
  const { keys, next } = await pageOfKeys(table, listsOf(organizationId, filter), order, limit, after);
  const rows = await readIndexed<Post>(table, keys, ({ status }) => statuses.includes(status));
  return { rows, next };
}
