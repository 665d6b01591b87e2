import { postRoutes } from "../contract/routes/posts.ts";
import { notFound } from "../domain/errors.ts";
import { postView } from "../domain/post-view.ts";
import { endpoint } from "../platform/endpoint.ts";
import { withOwnLimits } from "../table/account-limits.ts";
import { readPost } from "../table/posts.ts";

export const handler = endpoint(postRoutes.getPost, async ({ caller, id }, { table }) => {
  const post = await readPost(table, caller.organizationId, id);
  if (post === null) throw notFound("post");
  return postView(await withOwnLimits(table, post));
});
