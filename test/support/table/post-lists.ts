import { type Post, type PostStatus, postStatuses } from "../../../functions/domain/post.ts";
import { postIndexAttributes } from "../../../functions/table/keys.ts";
import type { PostFilter } from "../../../functions/table/posts.ts";
import type { Order } from "../../../functions/table/store/list.ts";
import { itemBytes } from "./item-bytes.ts";
import { postItem } from "./store-many.ts";

const sorts = ["createdAt", "scheduledAt", "publishedAt"] as const;
const orders = ["asc", "desc"] as const satisfies readonly Order[];
const places = ["first", "middle", "last"] as const;

/** What the lists need to know of a post. */
type Row = Pick<Post, "id" | "brandId" | "status" | "scheduledAt" | "publishedAt" | "createdAt">;

/** The lists of one organization's posts as their definition says, in memory. */
export interface PostLists {
  count: number;
  meanItemBytes: number;
  /** How many rows a list has. */
  length: (filter: PostFilter) => number;
  /** The ids of a page, and the position that its cursor holds: null for the first page. */
  page: (
    filter: PostFilter,
    asked: { order: Order; limit: number; place: (typeof places)[number] },
  ) => { after: string | null; ids: string[]; next: string | null };
}

const positionNames = {
  createdAt: "createdSort",
  scheduledAt: "scheduledSort",
  publishedAt: "publishedSort",
};

export function postLists(organizationId: string, posts: Iterable<Post>): PostLists {
  const rows: Row[] = [];
  const positions = new Map<string, Record<string, string>>();
  let bytes = 0;
  for (const post of posts) {
    if (post.organizationId !== organizationId) continue;
    const { id, brandId, status, scheduledAt, publishedAt, createdAt } = post;
    rows.push({ id, brandId, status, scheduledAt, publishedAt, createdAt });
    const { createdSort = "", scheduledSort = "", publishedSort = "" } = postIndexAttributes(post);
    positions.set(id, { createdSort, scheduledSort, publishedSort });
    bytes += itemBytes(postItem(post));
  }
  const sorted = Object.fromEntries(sorts.map((sort) => [sort, rows.toSorted(ascending(sort))]));
  const known = new Map<string, readonly Row[]>();

  /** In ascending order. */
  function list({ statuses, brandId, sort }: PostFilter): readonly Row[] {
    const name = JSON.stringify([statuses?.toSorted(), brandId, sort]);
    const wanted = new Set<PostStatus>(statuses ?? postStatuses);
    const made =
      known.get(name) ??
      (sorted[sort] ?? []).filter(
        (row) => wanted.has(row.status) && (brandId === undefined || brandId === row.brandId),
      );
    known.set(name, made);
    return made;
  }

  return {
    count: rows.length,
    meanItemBytes: bytes / rows.length,
    length: (filter) => list(filter).length,
    page(filter, { order, limit, place }) {
      const all = list(filter);
      // The last page is a full one where the list has so many: what a page of fewer rows takes says little.
      const lastStart = Math.max(0, all.length - limit);
      const start = { first: 0, middle: Math.floor(lastStart / 2), last: lastStart }[place];
      const at = (index: number) => all[order === "asc" ? index : all.length - 1 - index];
      const position = (index: number) => positions.get(at(index)?.id ?? "")?.[positionNames[filter.sort]];
      const end = Math.min(start + limit, all.length);
      return {
        after: start === 0 ? null : (position(start - 1) ?? null),
        ids: Array.from({ length: end - start }, (_, index) => at(start + index)?.id ?? ""),
        next: end < all.length ? (position(end - 1) ?? null) : null,
      };
    },
  };
}

/** No time comes last; rows of one time by their making. */
function ascending(sort: (typeof sorts)[number]) {
  const time = (row: Row) => (sort === "createdAt" ? row.id : (row[sort] ?? "9999"));
  return (one: Row, other: Row) => {
    const [first, second] = [time(one), time(other)];
    if (first !== second) return first < second ? -1 : 1;
    return one.id < other.id ? -1 : 1;
  };
}

const [draft, pending, scheduled, published, failed] = postStatuses;

/** No filter, each status, each pair, all five by name. */
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

/** First, middle and last page of every filter, sort and order, in each size. */
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

/** What a page may cost in read units: the bar of issue 4 for the API at scale. */
export function barUnits({ filter, limit }: PageCase, meanItemBytes: number): number {
  return 3 * ((limit * meanItemBytes) / 4_096 + (filter.statuses ?? postStatuses).length);
}

export function nameOf({ filter: { statuses, brandId, sort }, order, limit, place }: PageCase): string {
  return `${place} ${limit} of ${statuses?.join("+") ?? "all"}${brandId === undefined ? "" : ", one brand"}, ${sort} ${order}`;
}
