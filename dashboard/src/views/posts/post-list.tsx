import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useMemo } from "react";
import { brandsQuery } from "../../api/brands.ts";
import { rowsOf } from "../../api/pages.ts";
import { Button } from "../../parts/button.tsx";
import { Empty, ErrorNotice, Loading } from "../../parts/notices.tsx";
import { Page } from "../../parts/page.tsx";
import { MoreButton } from "../../parts/query-view.tsx";
import { useMay } from "../../session/session.ts";
import { countOf } from "../../text/numbers.ts";
import { BatchBar } from "./batch-bar.tsx";
import { BatchReport } from "./batch-report.tsx";
import { PostFiltersBar, usePostFilters } from "./post-filters.tsx";
import { hasManyPages, type PostFilters, postListQuery, restartList } from "./post-queries.ts";
import { PostRow } from "./post-row.tsx";
import { useBatch } from "./use-batch.ts";
import { useSelection } from "./use-selection.ts";

/** All posts of the organization, by status and brand, with actions for many of them at once. */
export function PostList() {
  const filters = usePostFilters();
  const mayWrite = useMay("write");
  return (
    <Page
      title="Posts"
      actions={
        mayWrite ? (
          <Link
            to="/app/posts/new"
            search={filters.brandId === undefined ? {} : { brandId: filters.brandId }}
            className="button button-primary"
          >
            New post
          </Link>
        ) : null
      }
    >
      <PostFiltersBar />
      {/* Different filters make a new list, with nothing selected. */}
      <FilteredPosts key={JSON.stringify(filters)} filters={filters} mayWrite={mayWrite} />
    </Page>
  );
}

function FilteredPosts({ filters, mayWrite }: { filters: PostFilters; mayWrite: boolean }) {
  const query = useInfiniteQuery(postListQuery(filters));
  const { data: brands } = useQuery(brandsQuery);
  const { data } = query;
  const posts = useMemo(() => rowsOf(data), [data]);
  const selection = useSelection(posts);
  const batch = useBatch(selection.select);
  const brandById = useMemo(() => new Map(brands?.map((brand) => [brand.id, brand])), [brands]);
  return (
    <div className="panel">
      <BatchReport batch={batch} />
      <ErrorNotice
        error={query.error}
        // If only the next page failed, read only that page again.
        onRetry={() => void (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch())}
      />
      {data === undefined ? (
        query.error === null ? (
          <Loading lines={8} />
        ) : null
      ) : (
        <>
          {mayWrite && posts.length > 0 ? (
            <BatchBar posts={posts} selection={selection} batch={batch} hasMore={query.hasNextPage} />
          ) : null}
          {posts.length === 0 ? <NoPosts filters={filters} /> : null}
          <ul aria-label="Posts">
            {posts.map((post) => (
              <PostRow
                key={post.id}
                post={post}
                brand={brandById.get(post.brandId)}
                isSelected={selection.ids.has(post.id)}
                onSelect={mayWrite ? selection.toggle : undefined}
              />
            ))}
          </ul>
          <div className="row">
            <MoreButton query={query} />
            {posts.length === 0 ? null : (
              <span className="soft small">
                {countOf(posts.length, "post")} loaded
                {query.hasNextPage ? "" : ": these are all"}
              </span>
            )}
            {hasManyPages(query.data) ? (
              <Button small look="plain" onClick={() => void restartList(filters)}>
                A long list does not update by itself: start again
              </Button>
            ) : null}
          </div>
        </>
      )}
    </div>
  );
}

function NoPosts({ filters: { statuses, brandId } }: { filters: PostFilters }) {
  return (
    <Empty>
      {statuses.length === 0 && brandId === undefined
        ? "There are no posts yet. Runs of pipelines create them, and you can write one yourself."
        : "No post matches. Choose another status or another brand."}
    </Empty>
  );
}
