import { postReviewRoutes } from "../contract/routes/post-review.ts";
import { openCursor, sealCursor } from "../platform/cursor.ts";
import { endpoint } from "../platform/endpoint.ts";
import { pageOfComments } from "../table/comments.ts";
import { readVisiblePost } from "../table/visible-posts.ts";

export const handler = endpoint(
  postReviewRoutes.listComments,
  async ({ caller, id, query: { order, limit, cursor } }, { table }) => {
    const list = ["comments", id, order];
    const after = openCursor(cursor, list, caller.cursorKey);
    await readVisiblePost(table, caller, id);
    const page = { order, limit, after };
    const { rows, next } = await pageOfComments(table, caller.organizationId, id, page);
    return { data: rows, nextCursor: sealCursor(next, list, caller.cursorKey) };
  },
);
