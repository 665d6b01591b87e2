import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Post } from "../../../../client/api.ts";
import { brandsQuery } from "../../api/brands.ts";
import { Empty, Loading } from "../../parts/notices.tsx";
import { Page } from "../../parts/page.tsx";
import { Panel } from "../../parts/panel.tsx";
import { QueryView } from "../../parts/query-view.tsx";
import { UserText } from "../../parts/user-text.tsx";
import { useMay } from "../../session/session.ts";
import { ApprovalList } from "./approval-list.tsx";
import { FirstSteps } from "./first-steps.tsx";
import { NeedsAPerson } from "./needs-a-person.tsx";
import { PostLine } from "./post-line.tsx";
import { disabledWebhooks, failedPosts, lostConnections, pendingPosts, scheduledPosts } from "./queries.ts";
import styles from "./today.module.css";

/** What waits for a person, what goes out next, and what failed. */
export function Today() {
  const pending = useQuery(pendingPosts);
  const scheduled = useQuery(scheduledPosts);
  const failed = useQuery(failedPosts);
  const webhooks = useQuery(disabledWebhooks);
  const connections = useQuery(lostConnections);
  const { data: brands } = useQuery(brandsQuery);
  const mayWrite = useMay("write");
  if (brands?.length === 0) return <FirstSteps />;
  // All parts appear at once. A later part would move the button that someone is about to press.
  const isReading = [pending, scheduled, failed, webhooks, connections].some((query) => query.isPending);
  return (
    <Page
      title="Today"
      actions={
        mayWrite ? (
          <Link className="button" to="/app/posts/new">
            Write a post
          </Link>
        ) : null
      }
    >
      {isReading ? (
        <Loading lines={8} />
      ) : (
        <>
          <NeedsAPerson failed={failed.data?.data ?? []} />
          <div className={styles.columns}>
            <Panel
              title="Waits for approval"
              actions={
                <Link to="/app/posts" search={{ status: "pending" }}>
                  All that wait
                </Link>
              }
            >
              <QueryView query={pending}>{({ data }) => <ApprovalList posts={data} />}</QueryView>
            </Panel>
            <div className="stack">
              <Panel
                title="Goes out next"
                actions={
                  <Link to="/app/posts" search={{ status: "scheduled" }}>
                    All scheduled
                  </Link>
                }
              >
                <QueryView query={scheduled}>
                  {({ data }) =>
                    data.length === 0 ? (
                      <Empty>Nothing is scheduled. A post is scheduled when it is approved.</Empty>
                    ) : (
                      <PostLines posts={data} />
                    )
                  }
                </QueryView>
              </Panel>
              <Panel
                title="Failed"
                actions={
                  <Link to="/app/posts" search={{ status: "failed" }}>
                    All that failed
                  </Link>
                }
              >
                <QueryView query={failed}>
                  {({ data }) =>
                    data.length === 0 ? <Empty>No post has failed.</Empty> : <PostLines posts={data} />
                  }
                </QueryView>
              </Panel>
            </div>
          </div>
        </>
      )}
    </Page>
  );
}

function PostLines({ posts }: { posts: readonly Post[] }) {
  return (
    <ul className="list">
      {posts.map((post) => (
        <li key={post.id}>
          <PostLine post={post} />
          {post.failure === null ? null : (
            <div className="small">
              <UserText>{post.failure.message}</UserText>
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}
