import type { UseInfiniteQueryResult, UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { ErrorNotice, Loading } from "./notices.tsx";

interface QueryViewProps<Data> {
  query: UseQueryResult<Data> | UseInfiniteQueryResult<Data>;
  /** Shows the data. */
  children: (data: Data) => ReactNode;
}

/**
 * Shows the data of a query, or that it is being read, or why it cannot be read. When data cannot be read again, both the
 * error and the data from before are visible.
 */
export function QueryView<Data>({ query, children }: QueryViewProps<Data>) {
  const { data, error } = query;
  return (
    <>
      <ErrorNotice error={error} onRetry={() => void query.refetch()} />
      {data === undefined ? error === null ? <Loading /> : null : children(data)}
    </>
  );
}

/** The button under a list that reads its next page, if there is one. */
export function MoreButton({
  query,
}: {
  query: Pick<UseInfiniteQueryResult, "hasNextPage" | "isFetchingNextPage" | "fetchNextPage">;
}) {
  if (!query.hasNextPage) return null;
  return (
    <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
      {query.isFetchingNextPage ? "Loading …" : "Load more"}
    </Button>
  );
}
