import type { Brand } from "../domain/brand.ts";
import { calendarStatuses, isInCalendar } from "../domain/calendar-view.ts";
import type { Post } from "../domain/post.ts";
import { isoTime } from "../domain/time.ts";
import { inStatus, postsOfBrand } from "./index-keys.ts";
import { pageOfKeys } from "./store/list.ts";
import { readIndexed } from "./store/read.ts";
import type { Table } from "./store/table.ts";

/** A brand with four posts a day on each of eight channels has as many in 31 days. */
const usualMax = 1_000;

/**
 * Reads the posts of a brand whose time is between two instants, the second not included, in the order of their times: a
 * query of keys per status, and a batch get per 100 posts.
 * @param postsMax @default 1,000
 * @returns at most the first `postsMax` posts, and whether there are more
 */
export async function postsPlannedBetween(
  table: Table,
  { organizationId, id: brandId }: Pick<Brand, "organizationId" | "id">,
  fromMs: number,
  toMs: number,
  postsMax = usualMax,
): Promise<{ posts: Post[]; hasMore: boolean }> {
  const [from, to] = [isoTime(fromMs), isoTime(toMs)];
  const lists = calendarStatuses.map((status) => ({
    indexName: "parentByScheduled",
    partitionName: "parentList",
    partition: postsOfBrand(organizationId, brandId),
    sortName: "scheduledSort",
    prefix: inStatus(status),
    // A position is a time and an id. So it is greater than the time alone.
    upTo: to,
  }));
  const { keys, next } = await pageOfKeys(table, lists, "asc", postsMax, from);
  const isShown = ({ status, scheduledAt }: Post) =>
    isInCalendar(status) && scheduledAt !== null && scheduledAt >= from && scheduledAt < to;
  const posts = await readIndexed<Post>(table, keys, isShown);
  return { posts, hasMore: next !== null };
}
