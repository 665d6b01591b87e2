import { postRoutes } from "../contract/routes/posts.ts";
import { postView } from "../domain/post-view.ts";
import { endpoint } from "../platform/endpoint.ts";
import { withOwnLimits } from "../table/account-limits.ts";
import { readVisiblePost } from "../table/visible-posts.ts";

export const handler = endpoint(postRoutes.getPost, async ({ caller, id }, { table }) => {
  const post = await readVisiblePost(table, caller, id);
  return postView(await withOwnLimits(table, post));
});
