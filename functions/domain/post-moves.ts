import type { Actor } from "./actor.ts";
import type { Comment } from "./comment.ts";
import { eventMessage } from "./event-message.ts";
import type { NewId } from "./ids.ts";
import type { OutgoingMessage } from "./message.ts";
import { movedPost, type Post, type PostMove, publicationMessages, schedulingMessages } from "./post.ts";
import { actionOfMove, type HistoryEntry, historyEntry } from "./post-history.ts";
import { reminderMessages } from "./post-reminder.ts";

/** The messages that wait for the scheduled time of a post: its publication, or the reminder of its approval. */
export function dueMessages(post: Post): OutgoingMessage[] {
  return [...publicationMessages(post), ...reminderMessages(post)];
}

/** A transition of a post with everything that follows from it. */
interface Moved {
  post: Post;
  entry: HistoryEntry;
  messages: OutgoingMessage[];
  /** The messages that the transition makes stale. */
  withdrawn: OutgoingMessage[];
}

/**
 * Moves a post. Returns it with everything that must be stored together with it.
 * @param comment what must change, for the move `requestChanges`
 * @throws what `movedPost` throws
 */
export function moveWithFollowing(
  current: Post,
  { move, by, comment }: { move: PostMove; by: Actor; comment?: Comment },
  { newId, nowMs }: { newId: NewId; nowMs: number },
): Moved {
  const post = movedPost(current, move, nowMs);
  const details = { commentId: comment?.id ?? null };
  return {
    post,
    entry: historyEntry(post, actionOfMove[move], by, { newId, nowMs }, details),
    messages: [
      ...schedulingMessages(post, newId, nowMs),
      ...reminderMessages(post),
      ...(comment === undefined ? [] : [changesRequestedMessage(post, comment, newId, nowMs)]),
    ],
    withdrawn: dueMessages(current),
  };
}

function changesRequestedMessage(
  { id: postId, organizationId, brandId }: Post,
  { id: commentId, text: comment, author, createdAt: requestedAt }: Comment,
  newId: NewId,
  nowMs: number,
): OutgoingMessage {
  const data = { postId, brandId, commentId, comment, requestedBy: author.name, requestedAt };
  return eventMessage(newId("evt"), "post.changes_requested", organizationId, data, nowMs);
}
