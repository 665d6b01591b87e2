import {
  backwardMoves,
  type Post,
  type PostStatus,
  postStatuses,
  statusesInReadingOrder,
} from "../domain/post.ts";
import { postsOfBrand, postsOfOrganization } from "./index-keys.ts";
import { type Order, pageOfKeys } from "./store/list.ts";
import { readIndexed } from "./store/read.ts";
import type { Table } from "./store/table.ts";

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
 * Reads one page of the posts of an organization or a brand: a query of keys per status, a second one for each status to
 * which posts move back, and one read of the page.
 */
export async function pageOfPosts(
  table: Table,
  organizationId: string,
  { statuses = postStatuses, brandId, sort }: PostFilter,
  { order, limit, after }: { order: Order; limit: number; after: string | null },
): Promise<{ rows: Post[]; next: string | null }> {
  const { organization, brand, sortName } = indexOf[sort];
  const lists = readingOrder(statuses).map((status) =>
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
