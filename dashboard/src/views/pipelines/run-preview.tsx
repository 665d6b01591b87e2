import { useState } from "react";
import type { RunPreview } from "../../../../client/api.ts";
import { channelName } from "../../content/channels.ts";
import { postStatuses, StatusBadge } from "../../content/statuses.tsx";
import { Button } from "../../parts/button.tsx";
import { Empty, Notice } from "../../parts/notices.tsx";
import { Time } from "../../parts/time.tsx";
import { UserText } from "../../parts/user-text.tsx";
import { countOf, formatNumber } from "../../text/numbers.ts";
import { PostReasonView } from "./post-reason.tsx";
import { PostText } from "./post-text.tsx";
import { adviceOn } from "./run-advice.ts";
import { RunStages } from "./run-stages.tsx";

const postsAtFirst = 10;

/** What a run would post now, and what it would leave out. */
export function RunPreviewView({ preview, zone }: { preview: RunPreview; zone: string | undefined }) {
  const { posts, stages, error } = preview;
  const [count, setCount] = useState(postsAtFirst);
  return (
    <div className="stack">
      {error === null ? (
        <Notice kind="good">
          A run would make {countOf(posts.length, "post")} now. Nothing was stored, so a later run can choose
          differently.
        </Notice>
      ) : (
        <Notice kind="bad">
          A run would fail now. <UserText>{error.message}</UserText> {adviceOn(error)}
        </Notice>
      )}
      {posts.length === 0 ? (
        error === null ? (
          <Empty>There is nothing new to post. The stages say what was found and what was left out.</Empty>
        ) : null
      ) : (
        <ul className="list" aria-label="Posts of the preview">
          {posts.slice(0, count).map((post, index) => (
            <li key={`${index} ${post.channel}`} className="stack stack-tight">
              <div className="row">
                <strong>{channelName(post.channel)}</strong>
                <StatusBadge of={postStatuses} status={post.status} />
                <span className="soft small">
                  <Time at={post.scheduledAt} zone={zone} />
                </span>
                <span className="soft small">
                  {formatNumber(post.length)} of {formatNumber(post.limit)} characters
                </span>
              </div>
              <PostText content={post.content} />
              <PostReasonView reason={post.reason} />
            </li>
          ))}
        </ul>
      )}
      {count < posts.length ? (
        <div>
          <Button onClick={() => setCount(posts.length)}>Show all {countOf(posts.length, "post")}</Button>
        </div>
      ) : null}
      <h3>What it found and left out</h3>
      <RunStages stages={stages} />
    </div>
  );
}
