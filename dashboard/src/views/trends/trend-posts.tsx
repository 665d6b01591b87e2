import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { listPosts, type Trend } from "../../../../client/api.ts";
import { dataOf } from "../../api/client.ts";
import { pagesQuery, rowsOf } from "../../api/pages.ts";
import { postStatuses, StatusBadge } from "../../content/statuses.tsx";
import { Button } from "../../parts/button.tsx";
import { Empty } from "../../parts/notices.tsx";
import { Panel } from "../../parts/panel.tsx";
import { QueryView } from "../../parts/query-view.tsx";
import { Time } from "../../parts/time.tsx";
import { UserText } from "../../parts/user-text.tsx";
import { countOf } from "../../text/numbers.ts";

/**
 * The posts that runs made of a trend's stories. The API has no such filter, so they are found among the brand's newest posts,
 * a hundred at a time.
 */
export function TrendPosts({ trend, zone }: { trend: Trend; zone: string | undefined }) {
  const { id, brandId } = trend;
  const posts = useInfiniteQuery({
    ...pagesQuery(["posts", "of-trend", brandId], (page, signal) =>
      dataOf(listPosts({ brandId, limit: 100, ...page }, { signal })),
    ),
    // Pages of a hundred posts, which change rarely.
    refetchInterval: false,
  });
  return (
    <Panel
      title="Posts"
      actions={
        <>
          <Link to="/app/posts" search={{ brandId }}>
            All posts of the brand
          </Link>
          <Link to="/app/pipelines" search={{ brandId }}>
            Pipelines of the brand
          </Link>
        </>
      }
    >
      <QueryView query={posts}>
        {(data) => {
          const read = rowsOf(data);
          const found = read.filter(({ reason }) => reason?.trend?.id === id);
          const range = posts.hasNextPage
            ? `the newest ${countOf(read.length, "post")}`
            : `the ${countOf(read.length, "post")}`;
          return (
            <>
              {found.length === 0 ? (
                <Empty>No post of this trend is among {range} of the brand.</Empty>
              ) : (
                <ul className="list">
                  {found.map((post) => (
                    <li key={post.id}>
                      <div className="row">
                        <StatusBadge of={postStatuses} status={post.status} />
                        <Link to="/app/posts/$postId" params={{ postId: post.id }}>
                          <UserText>{post.content.text.slice(0, 140)}</UserText>
                        </Link>
                      </div>
                      <div className="soft small">
                        <UserText>{post.channel}</UserText> ·{" "}
                        <Time at={post.publishedAt ?? post.scheduledAt ?? post.createdAt} zone={zone} />
                      </div>
                    </li>
                  ))}
                </ul>
              )}
              {posts.hasNextPage ? (
                <Button busy={posts.isFetchingNextPage} onClick={() => void posts.fetchNextPage()}>
                  Look in older posts
                </Button>
              ) : null}
            </>
          );
        }}
      </QueryView>
    </Panel>
  );
}
