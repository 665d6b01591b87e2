import { Link } from "@tanstack/react-router";
import { memo } from "react";
import type { Brand, Post } from "../../../../client/api.ts";
import { channelName } from "../../content/channels.ts";
import { postStatuses, StatusBadge } from "../../content/statuses.tsx";
import { Time } from "../../parts/time.tsx";
import { UserText } from "../../parts/user-text.tsx";
import styles from "./posts.module.css";
import { startOf } from "./start-of.ts";

interface PostRowProps {
  post: Post;
  brand: Brand | undefined;
  isSelected: boolean;
  /** Called when someone selects or deselects the post. Without it, there is no checkbox. */
  onSelect: ((id: string, isSelected: boolean) => void) | undefined;
}

/**
 * A post in the list. It is memoized, because the list can be long and a change of the selection changes few rows.
 */
export const PostRow = memo(function PostRow({ post, brand, isSelected, onSelect }: PostRowProps) {
  return (
    <li className={styles.row}>
      {onSelect === undefined ? null : (
        <input
          type="checkbox"
          className={styles.checkbox}
          aria-label={`Select: ${wordsOf(post)}`}
          checked={isSelected}
          onChange={(event) => onSelect(post.id, event.target.checked)}
        />
      )}
      <PostSummary post={post} brand={brand} />
    </li>
  );
});

const wordsOf = ({ content }: Post) => startOf(content.text, 240);

/** A summary of a post. It is memoized, so selecting all posts renders only the checkboxes again. */
const PostSummary = memo(function PostSummary({ post, brand }: Pick<PostRowProps, "post" | "brand">) {
  return (
    <div className="stack stack-tight">
      <Link to="/app/posts/$postId" params={{ postId: post.id }} className={styles.words}>
        <UserText>{wordsOf(post)}</UserText>
      </Link>
      <div className="row small soft">
        <StatusBadge of={postStatuses} status={post.status} />
        <span>{channelName(post.channel)}</span>
        <UserText>{brand?.name ?? post.brandId}</UserText>
        <PostTime post={post} zone={brand?.timezone} />
      </div>
      {post.failure === null ? null : (
        <div className={`small ${styles.failure}`}>
          Failed: <UserText>{post.failure.message}</UserText>
        </div>
      )}
      {post.nextAttempt === null ? null : (
        <div className="small soft">
          Next attempt <Time at={post.nextAttempt.at} relative />:{" "}
          <UserText>{post.nextAttempt.reason.message}</UserText>
        </div>
      )}
      {post.reason === null ? null : (
        <div className="small soft">
          Why: <UserText>{post.reason.text}</UserText>
        </div>
      )}
    </div>
  );
});

/** The time that matters most in the post's status. */
function PostTime({ post, zone }: { post: Post; zone: string | undefined }) {
  const { label, at } = timeOf(post);
  return (
    <span>
      {label} <Time at={at} zone={zone} />
    </span>
  );
}

function timeOf({ publishedAt, scheduledAt, createdAt }: Post): { label: string; at: string } {
  if (publishedAt !== null) return { label: "Published", at: publishedAt };
  if (scheduledAt !== null) return { label: "Planned for", at: scheduledAt };
  return { label: "Created", at: createdAt };
}
