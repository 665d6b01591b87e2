import { postRoutes } from "../contract/routes/posts.ts";
import { postView } from "../domain/post-view.ts";
import { openCursor, sealCursor } from "../platform/cursor.ts";
import { endpoint } from "../platform/endpoint.ts";
import { pageWithOwnLimits } from "../table/account-limits.ts";
import { pageOfVisiblePosts } from "../table/visible-posts.ts";

export const handler = endpoint(postRoutes.listPosts, async ({ caller, query }, { table }) => {
  const { status: statuses, brandId, sort, order, limit, cursor } = query;
  const list = ["posts", statuses?.toSorted(), brandId, sort, order];
  const after = openCursor(cursor, list, caller.cursorKey);
  const filter = { statuses, brandId, sort };
  const { rows, next } = await pageOfVisiblePosts(table, caller, filter, { order, limit, after });
  const posts = await pageWithOwnLimits(table, rows);
  return { data: posts.map(postView), nextCursor: sealCursor(next, list, caller.cursorKey) };
});
