import { postRoutes } from "../contract/routes/posts.ts";
import { movedPost, schedulingMessages } from "../domain/post.ts";
import { postView } from "../domain/post-view.ts";
import { endpoint } from "../platform/endpoint.ts";
import { changePost } from "../table/posts.ts";

export const handler = endpoint(postRoutes.retryPost, async ({ caller, id }, { table, nowMs, newId }) =>
  changePost(table, caller.organizationId, id, (current) => {
    const now = nowMs();
    const post = movedPost(current, "retry", now);
    return { post, messages: schedulingMessages(post, newId, now) };
  }).then(postView),
);
