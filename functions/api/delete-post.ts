import { postRoutes } from "../contract/routes/posts.ts";
import { assertDeletable } from "../domain/post.ts";
import { endpoint } from "../platform/endpoint.ts";
import { deletePost } from "../table/post-deletion.ts";

export const handler = endpoint(postRoutes.deletePost, async ({ caller, id }, { table }) =>
  deletePost(table, caller.organizationId, id, assertDeletable),
);
