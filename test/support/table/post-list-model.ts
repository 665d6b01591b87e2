import { type Post, type PostStatus, postStatuses } from "../../../functions/domain/post.ts";
import { postPosition } from "../../../functions/table/index-keys.ts";
import type { PostFilter } from "../../../functions/table/post-pages.ts";
import type { Order } from "../../../functions/table/store/list.ts";
import { postItem } from "./bulk-store-posts.ts";
import { itemBytes } from "./item-bytes.ts";

const sorts = ["createdAt", "scheduledAt", "publishedAt"] as const;
const orders = ["asc", "desc"] as const satisfies readonly Order[];
const places = ["first", "middle", "last"] as const;

/** The fields of a post that its lists depend on. */
type Row = Pick<Post, "id" | "brandId" | "status" | "scheduledAt" | "publishedAt" | "createdAt">;

/** An in-memory model of the lists of one organization's posts. */
export interface PostListModel {
  count: number;
  meanItemBytes: number;
  /** Returns the number of rows of a list. */
  length: (filter: PostFilter) => number;
  /** Returns the ids of a page, the position in the cursor before it (null for the first page), and the one in its next cursor. */
  page: (
    filter: PostFilter,
    options: { order: Order; limit: number; place: (typeof places)[number] },
  ) => { after: string | null; ids: string[]; next: string | null };
}

export function postListModel(organizationId: string, posts: Iterable<Post>): PostListModel {
  const rows: Row[] = [];
  let bytes = 0;
  for (const post of posts) {
    if (post.organizationId !== organizationId) continue;
    const { id, brandId, status, scheduledAt, publishedAt, createdAt } = post;
    rows.push({ id, brandId, status, scheduledAt, publishedAt, createdAt });
    bytes += itemBytes(postItem(post));
  }
  const sorted = Object.fromEntries(sorts.map((sort) => [sort, rows.toSorted(ascendingBy(sort))]));
  const cache = new Map<string, readonly Row[]>();

  /** Returns the rows of a list in ascending order. */
  function list({ statuses, brandId, sort }: PostFilter): readonly Row[] {
    const name = JSON.stringify([statuses?.toSorted(), brandId, sort]);
    const statusSet = new Set<PostStatus>(statuses ?? postStatuses);
    const matching =
      cache.get(name) ??
      (sorted[sort] ?? []).filter(
        (row) => statusSet.has(row.status) && (brandId === undefined || brandId === row.brandId),
      );
    cache.set(name, matching);
    return matching;
  }

  return {
    count: rows.length,
    meanItemBytes: bytes / rows.length,
    length: (filter) => list(filter).length,
    page(filter, { order, limit, place }) {
      const all = list(filter);
      // The last page is full when the list is long enough: the cost of a page with fewer rows means little.
      const lastStart = Math.max(0, all.length - limit);
      const start = { first: 0, middle: Math.floor(lastStart / 2), last: lastStart }[place];
      const at = (index: number) => all[order === "asc" ? index : all.length - 1 - index];
      const position = (index: number) => {
        const row = at(index);
        return row === undefined ? null : postPosition(row, filter.sort);
      };
      const end = Math.min(start + limit, all.length);
      return {
        after: start === 0 ? null : position(start - 1),
        ids: Array.from({ length: end - start }, (_, index) => at(start + index)?.id ?? ""),
        next: end < all.length ? position(end - 1) : null,
      };
    },
  };
}

/** Compares rows in ascending order: rows without a time come last, rows with the same time are in order of creation. */
function ascendingBy(sort: (typeof sorts)[number]) {
  const time = (row: Row) => (sort === "createdAt" ? row.id : (row[sort] ?? "9999"));
  return (one: Row, other: Row) => {
    const [first, second] = [time(one), time(other)];
    if (first !== second) return first < second ? -1 : 1;
    return one.id < other.id ? -1 : 1;
  };
}

const [draft, pending, scheduled, published, failed] = postStatuses;

/** No filter, each status, each pair of statuses, all five statuses. */
export const everyStatusSet: readonly (readonly PostStatus[] | undefined)[] = [
  undefined,
  ...postStatuses.map((status) => [status]),
  ...postStatuses.flatMap((one, index) => postStatuses.slice(index + 1).map((other) => [one, other])),
  [draft, pending, scheduled, published, failed],
];

export interface PageCase {
  filter: PostFilter;
  order: Order;
  limit: number;
  place: (typeof places)[number];
}

/** The first, middle and last page of every filter, sort, order and page size. */
export function pageCases({
  statusSets,
  brandIds,
  limits,
}: {
  statusSets: typeof everyStatusSet;
  brandIds: readonly (string | undefined)[];
  limits: readonly number[];
}): PageCase[] {
  return statusSets.flatMap((statuses) =>
    brandIds.flatMap((brandId) =>
      sorts.flatMap((sort) =>
        orders.flatMap((order) =>
          limits.flatMap((limit) =>
            places.map((place) => ({ filter: { statuses, brandId, sort }, order, limit, place })),
          ),
        ),
      ),
    ),
  );
}

/** The limit of read units for a page: three times the units of its items plus one per status. */
export function readUnitsMax({ filter, limit }: PageCase, meanItemBytes: number): number {
  return 3 * ((limit * meanItemBytes) / 4_096 + (filter.statuses ?? postStatuses).length);
}

export function describePage({ filter: { statuses, brandId, sort }, order, limit, place }: PageCase): string {
  return `${place} ${limit} of ${statuses?.join("+") ?? "all"}${brandId === undefined ? "" : ", one brand"}, ${sort} ${order}`;
}
