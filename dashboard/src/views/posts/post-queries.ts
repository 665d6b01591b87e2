import { type InfiniteData, type QueryKey, queryOptions } from "@tanstack/react-query";
import {
  getCalendar,
  getPost,
  getPostAnalytics,
  listComments,
  listPostHistory,
  listPosts,
  type Post,
  type PostPage,
  type PostStatus,
} from "../../../../client/api.ts";
import { channelsQuery } from "../../api/brand-channels.ts";
import { dataOf } from "../../api/client.ts";
import { pagesQuery } from "../../api/pages.ts";
import { queryClient } from "../../api/query-client.ts";
import { addDays } from "../../text/weeks.ts";

/** Which posts a list has, and in which order. */
export interface PostFilters {
  statuses: readonly PostStatus[];
  brandId: string | undefined;
  sort: PostSort;
  order: "asc" | "desc";
}

type PostSort = "createdAt" | "scheduledAt" | "publishedAt";

/** The start of the query keys of all post lists that this view reads. */
const listKey: QueryKey = ["posts", "list"];

const pageSize = 50;

export const postListQuery = ({ statuses, brandId, sort, order }: PostFilters) => ({
  ...pagesQuery([...listKey, { statuses, brandId, sort, order }], (page, signal) =>
    dataOf(
      listPosts(
        {
          ...page,
          ...(statuses.length > 0 && { status: [...statuses] }),
          ...(brandId !== undefined && { brandId }),
          sort,
          order,
          limit: pageSize,
        },
        { signal },
      ),
    ),
  ),
  refetchOnMount: isShort,
  refetchOnWindowFocus: isShort,
  refetchOnReconnect: isShort,
});

/** Whether a list is read again by itself. Reading one with many pages would use up the rate limit of the key. */
function isShort({ state }: { state: { data: unknown } }): boolean {
  return !hasManyPages(state.data);
}

/** Whether a list has too many loaded pages to be read again by itself. */
export function hasManyPages(data: unknown): boolean {
  const pages = typeof data === "object" && data !== null && "pages" in data ? data.pages : undefined;
  return Array.isArray(pages) && pages.length > 2;
}

/** Reads a list again from its first page. */
export const restartList = (filters: PostFilters) =>
  queryClient.resetQueries({ queryKey: postListQuery(filters).queryKey });

export const postQuery = (id: string) =>
  queryOptions({ queryKey: ["post", id], queryFn: ({ signal }) => dataOf(getPost({ id }, { signal })) });

/** What belongs to a post changes less often than the post. */
const slowly = { refetchInterval: 60_000 };

export const commentsQuery = (id: string) => ({
  ...pagesQuery(["post", id, "comments"], (page, signal) =>
    dataOf(listComments({ id, ...page, order: "asc", limit: 100 }, { signal })),
  ),
  ...slowly,
});

export const historyQuery = (id: string) => ({
  ...pagesQuery(["post", id, "history"], (page, signal) =>
    dataOf(listPostHistory({ id, ...page, limit: 50 }, { signal })),
  ),
  ...slowly,
});

export const postAnalyticsQuery = (id: string) =>
  queryOptions({
    queryKey: ["post", id, "analytics"],
    queryFn: ({ signal }) => dataOf(getPostAnalytics({ id }, { signal })),
    ...slowly,
  });

export const brandChannelsQuery = (brandId: string) => ({ ...channelsQuery(brandId), staleTime: 60_000 });

/** The slots and posts of a brand, from a date on (`YYYY-MM-DD`, in its zone), for a number of days. */
export const calendarQuery = (brandId: string, from: string, days: number) =>
  queryOptions({
    queryKey: ["calendar", brandId, from, days],
    queryFn: ({ signal }) =>
      dataOf(getCalendar({ id: brandId, $from: from, to: addDays(from, days) }, { signal })),
  });

/**
 * Shows changed posts in all views, as the API returned them. It reads the lists again. A list with many loaded pages only
 * gets the changed posts, because reading all its pages again would use up the rate limit of the key.
 */
export function showChanged(posts: readonly Post[]): void {
  const byId = new Map(posts.map((post) => [post.id, post]));
  for (const post of posts) {
    const { queryKey } = postQuery(post.id);
    // A response to an earlier request may hold an older version.
    void queryClient.cancelQueries({ queryKey, exact: true });
    queryClient.setQueryData(queryKey, (known) => (known === undefined ? undefined : post));
  }
  changeLists((listed) => listed.map((post) => byId.get(post.id) ?? post));
  rereadLists();
  // Comments, history and figures of the posts.
  void queryClient.invalidateQueries({
    queryKey: ["post"],
    predicate: ({ queryKey: [, id, part] }) => part !== undefined && typeof id === "string" && byId.has(id),
  });
}

/** Reads the lists and the calendars of posts again, but not those with many pages. */
export function rereadLists(): void {
  void queryClient.invalidateQueries({
    queryKey: ["posts"],
    predicate: ({ state }) => !hasManyPages(state.data),
  });
  void queryClient.invalidateQueries({ queryKey: ["calendar"] });
}

/** Changes the posts in every loaded page of every list. */
function changeLists(change: (listed: Post[]) => Post[]): void {
  queryClient.setQueriesData<InfiniteData<PostPage>>(
    { queryKey: listKey },
    (list) => list && { ...list, pages: list.pages.map((page) => ({ ...page, data: change(page.data) })) },
  );
}

/** Takes a deleted post out of all lists. */
export function showDeleted(id: string): void {
  changeLists((listed) => listed.filter((post) => post.id !== id));
  queryClient.removeQueries({ queryKey: ["post", id] });
  rereadLists();
}
