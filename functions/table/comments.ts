import { type Comment, commentsPerPostMax, tooManyComments } from "../domain/comment.ts";
import { notFound } from "../domain/errors.ts";
import type { HistoryEntry } from "../domain/post-history.ts";
import { trusted } from "../domain/trusted.ts";
import { commentKey, commentsPartition, postKey } from "./keys.ts";
import { historyPut } from "./post-history.ts";
import type { Change } from "./store/change.ts";
import { commit } from "./store/commit.ts";
import { type Order, pageOfItems } from "./store/list.ts";
import type { Table } from "./store/table.ts";

/** The change that stores a comment. The change of the post beside it counts the comment. */
export function commentPut(organizationId: string, comment: Comment): Change {
  return { kind: "put", item: { ...commentKey(organizationId, comment.postId, comment.id), ...comment } };
}

/**
 * Stores a comment with its entry of the post's history. It changes nothing of the post but the count of its comments, so
 * it neither waits for other changes of the post nor disturbs them.
 * @throws not_found when the post was deleted; unprocessable when it has the maximum number of comments
 */
export async function insertComment(
  table: Table,
  organizationId: string,
  comment: Comment,
  entry: HistoryEntry,
): Promise<void> {
  const { postId } = comment;
  const count: Change = {
    kind: "update",
    key: postKey(organizationId, postId),
    update: "ADD commentCount :one",
    condition: "attribute_exists(pk) AND (attribute_not_exists(commentCount) OR commentCount < :max)",
    values: { ":one": 1, ":max": commentsPerPostMax },
  };
  const post = { organizationId, id: postId };
  await commit(table, [count, commentPut(organizationId, comment), historyPut(post, entry)], {
    onConditionFailed({ found }) {
      throw found === null ? notFound("post") : tooManyComments();
    },
  });
}

/** Reads one page of the comments of a post. */
export async function pageOfComments(
  table: Table,
  organizationId: string,
  postId: string,
  { order, limit, after }: { order: Order; limit: number; after: string | null },
): Promise<{ rows: Comment[]; next: string | null }> {
  const partition = commentsPartition(organizationId, postId);
  const { items, next } = await pageOfItems(table, partition, order, limit, after);
  return { rows: items.map((item) => trusted<Comment>(item)), next };
}
