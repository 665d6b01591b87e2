import { postReviewRoutes } from "../contract/routes/post-review.ts";
import { openCursor, sealCursor } from "../platform/cursor.ts";
import { endpoint } from "../platform/endpoint.ts";
import { pageOfHistory } from "../table/post-history.ts";

export const handler = endpoint(
  postReviewRoutes.listPostHistory,
  async ({ caller, id, query: { order, limit, cursor } }, { table }) => {
    const list = ["history", id, order];
    const after = openCursor(cursor, list, caller.cursorKey);
    const page = { order, limit, after };
    const { rows, next } = await pageOfHistory(table, caller.organizationId, id, page);
    return { data: rows, nextCursor: sealCursor(next, list, caller.cursorKey) };
  },
);
