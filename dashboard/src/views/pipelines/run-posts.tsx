import { useQueries } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { getPost, type Post } from "../../../../client/api.ts";
import { dataOf } from "../../api/client.ts";
import { isNotFound } from "../../api/errors.ts";
import { channelName } from "../../content/channels.ts";
import { postStatuses, StatusBadge } from "../../content/statuses.tsx";
import { Badge } from "../../parts/badge.tsx";
import { Button } from "../../parts/button.tsx";
import { Empty, ErrorNotice, Loading } from "../../parts/notices.tsx";
import { Time } from "../../parts/time.tsx";
import { UserText } from "../../parts/user-text.tsx";
import { countOf } from "../../text/numbers.ts";
import { PostReasonView } from "./post-reason.tsx";
import { PostText } from "./post-text.tsx";

/** The API has no list of a run's posts, so each is a request. */
const postsAtOnce = 10;

/** The posts that a run has made, with what became of them and why each story was chosen. */
export function RunPosts({ outputs, zone }: { outputs: readonly string[]; zone: string | undefined }) {
  const [count, setCount] = useState(postsAtOnce);
  const shown = outputs.slice(0, count);
  const queries = useQueries({
    queries: shown.map((id) => ({
      queryKey: ["post", id],
      queryFn: ({ signal }: { signal: AbortSignal }) => dataOf(getPost({ id }, { signal })),
      staleTime: 30_000,
      // Reading more than the first posts again and again would use up the requests of the key.
      refetchInterval: count > postsAtOnce ? (false as const) : 60_000,
    })),
  });
  if (outputs.length === 0)
    return <Empty>The run made no posts: nothing new was found. Its stages say what was left out.</Empty>;
  return (
    <>
      <ul className="list">
        {queries.map(({ data, error, refetch }, index) => (
          <li key={shown[index]}>
            {isNotFound(error) ? (
              <p className="soft">This post has been deleted.</p>
            ) : (
              <ErrorNotice error={error} onRetry={() => void refetch()} />
            )}
            {data === undefined && error === null ? <Loading lines={2} /> : null}
            {data === undefined || isNotFound(error) ? null : <RunPost post={data} zone={zone} />}
          </li>
        ))}
      </ul>
      {count < outputs.length ? (
        <div>
          <Button onClick={() => setCount(count + postsAtOnce)}>
            Show {countOf(Math.min(postsAtOnce, outputs.length - count), "more post")}
          </Button>
        </div>
      ) : null}
    </>
  );
}

function RunPost({ post, zone }: { post: Post; zone: string | undefined }) {
  const { id, channel, status, scheduledAt, publishedAt, content, failure, generator, reason } = post;
  return (
    <div className="stack stack-tight">
      <div className="row">
        <Link to="/app/posts/$postId" params={{ postId: id }}>
          Post on {channelName(channel)}
        </Link>
        <StatusBadge of={postStatuses} status={status} />
        <span className="soft small">
          <Time at={publishedAt ?? scheduledAt} zone={zone} />
        </span>
        {(generator?.fallback ?? null) === null ? null : (
          <Badge tone="warning">Written by the template</Badge>
        )}
      </div>
      <PostText content={content} />
      {failure === null ? null : (
        <div className="field-error">
          <UserText>{failure.message}</UserText>
        </div>
      )}
      {generator?.fallback ? (
        <div className="small soft">
          The template wrote it: <UserText>{generator.fallback.reason}</UserText>
        </div>
      ) : null}
      <PostReasonView reason={reason} />
    </div>
  );
}
