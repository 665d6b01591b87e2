import { postRoutes } from "../contract/routes/posts.ts";
import { movedPost, type Post } from "../domain/post.ts";
import { postView } from "../domain/post-view.ts";
import { endpoint } from "../platform/endpoint.ts";
import { changePost } from "../table/posts.ts";

export const handler = endpoint(postRoutes.submitPost, async ({ caller, id }, { table, nowMs }) => {
  const move = (post: Post) => ({ post: movedPost(post, "submit", nowMs()) });
  return postView(await changePost(table, caller.organizationId, id, move));
});
