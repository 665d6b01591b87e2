import { postRoutes } from "../contract/routes/posts.ts";
import { movedPost } from "../domain/post.ts";
import { endpoint } from "../platform/endpoint.ts";
import { changePost } from "../table/posts.ts";

export const handler = endpoint(postRoutes.rejectPost, async ({ caller, id }, { table, nowMs }) =>
  changePost(table, caller.organizationId, id, (post) => ({ post: movedPost(post, "reject", nowMs()) })),
);
