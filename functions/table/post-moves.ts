import { callerActor } from "../domain/actor.ts";
import { assertMayComment, newComment } from "../domain/comment.ts";
import type { NewId } from "../domain/ids.ts";
import type { Post, PostMove } from "../domain/post.ts";
import { moveWithFollowing } from "../domain/post-moves.ts";
import type { ReviewScope } from "../domain/review-link.ts";
import { commentPut } from "./comments.ts";
import { historyPut } from "./post-history.ts";
import { changePost } from "./posts.ts";
import type { Table } from "./store/table.ts";
import { assertVisible } from "./visible-posts.ts";

interface Mover {
  organizationId: string;
  keyId: string;
  name: string;
  review: ReviewScope | null;
}

interface MoveEffects {
  table: Table;
  nowMs: () => number;
  newId: NewId;
}

/**
 * Moves a post for a caller, with everything that follows, in one transaction. All requests that move posts do it here.
 * @throws not_found, also when the caller's review link does not include the post; unprocessable
 */
export function movePost(caller: Mover, postId: string, move: PostMove, effects: MoveEffects): Promise<Post> {
  const { table, newId, nowMs } = effects;
  const by = callerActor(caller);
  return changePost(table, caller.organizationId, postId, (current) => {
    assertVisible(caller, current);
    const { entry, ...moved } = moveWithFollowing(current, { move, by }, { newId, nowMs: nowMs() });
    return { ...moved, alongside: [historyPut(current, entry)] };
  });
}

/**
 * Sends a post back with a comment that says what to change.
 * @throws not_found, also when the caller's review link does not include the post; unprocessable
 */
export function requestChanges(
  caller: Mover,
  postId: string,
  text: string,
  { table, newId, nowMs }: MoveEffects,
): Promise<Post> {
  const by = callerActor(caller);
  return changePost(table, caller.organizationId, postId, (current) => {
    assertVisible(caller, current);
    const now = nowMs();
    const comment = newComment({ id: newId("cmt"), postId, text, author: by }, now);
    const change = { move: "requestChanges", by, comment } as const;
    const { entry, ...moved } = moveWithFollowing(current, change, { newId, nowMs: now });
    assertMayComment(current);
    const { organizationId } = current;
    return {
      ...moved,
      alongside: [commentPut(organizationId, comment), historyPut(current, entry)],
      addsComment: true,
    };
  });
}
