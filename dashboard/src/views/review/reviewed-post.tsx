import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { getPost, type Post } from "../../../../client/api.ts";
import { dataOf } from "../../api/client.ts";
import { postStatuses, StatusBadge } from "../../content/statuses.tsx";
import { Button } from "../../parts/button.tsx";
import { ErrorNotice, Loading, Notice } from "../../parts/notices.tsx";
import { Time } from "../../parts/time.tsx";
import { UserText } from "../../parts/user-text.tsx";
import { Decision } from "./decision.tsx";
import { PostComments } from "./post-comments.tsx";
import { PostContent } from "./post-content.tsx";
import { useReviewer } from "./reviewer.ts";

interface ReviewedPostProps {
  postId: string;
  /** The post as the list has it; undefined if the list no longer has it. */
  listed: Post | undefined;
  /** Called when the reviewer begins to write, or has decided. */
  onTouch: (postId: string) => void;
}

/** A post with what a reviewer can do. */
export function ReviewedPost({ postId, listed, onTouch }: ReviewedPostProps) {
  const { options } = useReviewer();
  const own = useQuery({
    queryKey: ["post", postId],
    queryFn: ({ signal }) => dataOf(getPost({ id: postId }, { ...options, signal })),
    enabled: listed === undefined,
    // What the list had stays on the screen until this has been read.
    initialData: () => listed,
    refetchInterval: 60_000,
  });
  const post = newer(listed, own.data);
  if (post === undefined)
    return (
      <article className="panel">
        {own.error === null ? <Loading /> : <ErrorNotice error={own.error} />}
      </article>
    );
  return (
    <>
      <ErrorNotice error={own.error} />
      <PostForReview post={post} onTouch={onTouch} />
    </>
  );
}

/** A decision returns the post sooner than the list does. */
function newer(one: Post | undefined, other: Post | undefined): Post | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return one.updatedAt >= other.updatedAt ? one : other;
}

/** What a reviewer has read and decides on. */
const versionOf = ({ content, scheduledAt }: Post) => JSON.stringify([content, scheduledAt]);

function PostForReview({ post, onTouch }: { post: Post; onTouch: (postId: string) => void }) {
  const { review } = useReviewer();
  const version = versionOf(post);
  const [readVersion, setReadVersion] = useState(version);
  const titleId = `${post.id}-title`;
  const touch = () => onTouch(post.id);
  return (
    <article className="panel" aria-labelledby={titleId}>
      <div className="row row-apart">
        <h2 id={titleId}>
          Post for <UserText>{post.channel}</UserText>
        </h2>
        <StatusBadge of={postStatuses} status={post.status} />
      </div>
      <div className="soft">
        {post.publishedAt !== null ? (
          <>
            Published on <Time at={post.publishedAt} />
          </>
        ) : post.scheduledAt !== null ? (
          <>
            Planned for <Time at={post.scheduledAt} />
          </>
        ) : (
          "Published as soon as it is approved"
        )}
      </div>
      {version === readVersion || post.status !== "pending" ? null : (
        <Notice kind="warning">
          <div className="row row-apart">
            The post has changed since you opened it. Read it again.
            <Button small onClick={() => setReadVersion(version)}>
              I have read it
            </Button>
          </div>
        </Notice>
      )}
      <PostContent content={post.content} />
      {review.mayApprove ? <Decision post={post} isRead={version === readVersion} onTouch={touch} /> : null}
      <PostComments postId={post.id} onTouch={touch} />
    </article>
  );
}
