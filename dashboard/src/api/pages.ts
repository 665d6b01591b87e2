import { infiniteQueryOptions, type QueryKey } from "@tanstack/react-query";
import { listRefreshMs } from "./query-client.ts";

/** A page of a list, as the API returns it. */
export interface Page<Item> {
  data: Item[];
  nextCursor: string | null;
}

/** A position in a list, as a parameter of a request: none for its first page. */
export interface PageParameters {
  cursor?: string;
}

/**
 * Options of `useInfiniteQuery` for a list of the API. Only the first pages are read again by themselves: someone who has
 * loaded many pages would otherwise use up the key's requests.
 */
export function pagesQuery<Item>(
  queryKey: QueryKey,
  read: (parameters: PageParameters, signal: AbortSignal) => Promise<Page<Item>>,
) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) => read(pageParam === null ? {} : { cursor: pageParam }, signal),
    initialPageParam: noCursor,
    getNextPageParam: (page) => page.nextCursor,
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 0) > 2 ? false : listRefreshMs),
  });
}

const noCursor: string | null = null;

/** Returns the rows of the pages that have been read. */
export function rowsOf<Item>(data: { pages: readonly Page<Item>[] } | undefined): Item[] {
  return data?.pages.flatMap((page) => page.data) ?? [];
}

/** Reads a whole list, page by page. For lists that are known to be short. */
export async function readAll<Item>(
  read: (parameters: PageParameters & { limit: number }) => Promise<Page<Item>>,
): Promise<Item[]> {
  const rows: Item[] = [];
  let parameters: PageParameters = {};
  for (;;) {
    const page = await read({ limit: 100, ...parameters });
    rows.push(...page.data);
    if (page.nextCursor === null) return rows;
    parameters = { cursor: page.nextCursor };
  }
}
