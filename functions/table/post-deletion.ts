import { notFound } from "../domain/errors.ts";
import type { OutgoingMessage } from "../domain/message.ts";
import type { Post } from "../domain/post.ts";
import { reminderMessages } from "../domain/post-reminder.ts";
import { trusted } from "../domain/trusted.ts";
import { calendarWithout } from "./calendar.ts";
import { feedEntryDeletes } from "./feeds.ts";
import { commentsPartition, metricsKey, postHistoryPartition, postKey } from "./keys.ts";
import { readPost, unchanged } from "./posts.ts";
import type { Change } from "./store/change.ts";
import { commit } from "./store/commit.ts";
import { deletePage } from "./store/delete-items.ts";
import { conflict, retryOnConflict } from "./store/optimistic-lock.ts";
import type { Table } from "./store/table.ts";

/**
 * Deletes a post and its metrics, with the message that deletes its history and its comments, and frees its time in the brand's
 * calendar. A post whose publication was interrupted may be in its brand's feed: then its entry is deleted too.
 * If another request has changed the post meanwhile, `assertDeletable` decides again.
 * @throws not_found; what `assertDeletable` throws
 */
export async function deletePost(
  table: Table,
  organizationId: string,
  postId: string,
  assertDeletable: (post: Post) => void,
): Promise<void> {
  let current = await readPost(table, organizationId, postId);
  await retryOnConflict(async () => {
    if (current === null) throw notFound("post");
    assertDeletable(current);
    const changes: Change[] = [
      { ...unchanged(current), kind: "delete", key: postKey(organizationId, postId) },
      { kind: "delete", key: metricsKey(organizationId, current.runId, postId) },
      ...(await feedEntryDeletes(table, current.brandId, postId)),
      ...(await calendarWithout(table, current)),
    ];
    const failed = await commit(table, changes, {
      messages: [postRemovalMessage(organizationId, postId)],
      withdrawn: reminderMessages(current),
      onConditionFailed: (failure) => failure,
    });
    if (failed === true) return;
    current = failed.found === null ? null : trusted<Post>(failed.found);
    return conflict;
  });
}

/** The message that deletes the history and the comments of a deleted post. */
export function postRemovalMessage(organizationId: string, postId: string): OutgoingMessage {
  return {
    queue: "cleanups",
    body: { kind: "post.remove", organizationId, postId },
    notBeforeMs: 0,
    group: organizationId,
  };
}

/** Deletes a page of the history and the comments of a deleted post. @returns whether there may be more */
export async function removePostItems(
  table: Table,
  organizationId: string,
  postId: string,
  itemsMax: number,
): Promise<boolean> {
  return (
    (await deletePage(table, postHistoryPartition(organizationId, postId), itemsMax)) ||
    deletePage(table, commentsPartition(organizationId, postId), itemsMax)
  );
}
