import { postReviewRoutes } from "../contract/routes/post-review.ts";
import { callerActor } from "../domain/actor.ts";
import { newComment } from "../domain/comment.ts";
import { historyEntry } from "../domain/post-history.ts";
import { endpoint } from "../platform/endpoint.ts";
import { insertComment } from "../table/comments.ts";
import { alreadyApplied } from "../table/store/table.ts";
import { readVisiblePost } from "../table/visible-posts.ts";

export const handler = endpoint(
  postReviewRoutes.createComment,
  async ({ caller, id: postId, body }, { table, nowMs, newId }) => {
    const now = nowMs();
    const author = callerActor(caller);
    const comment = newComment({ id: newId("cmt"), postId, text: body.text, author }, now);
    // The post may be gone since an earlier try of this request has stored the comment.
    if (alreadyApplied(table, {})) return comment;
    const post = await readVisiblePost(table, caller, postId);
    const effects = { newId, nowMs: now };
    const entry = historyEntry(post, "commented", author, effects, { commentId: comment.id });
    await insertComment(table, caller.organizationId, comment, entry);
    return comment;
  },
);
