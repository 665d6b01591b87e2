import { reviewLinkRoutes } from "../contract/routes/review-links.ts";
import { openCursor, sealCursor } from "../platform/cursor.ts";
import { endpoint } from "../platform/endpoint.ts";
import { pageOfReviewLinks } from "../table/review-links.ts";

export const handler = endpoint(
  reviewLinkRoutes.listReviewLinks,
  async ({ caller, query: { order, limit, cursor } }, { table, nowMs }) => {
    const list = ["review-links", order];
    const after = openCursor(cursor, list, caller.cursorKey);
    const page = { order, limit, after };
    const { rows, next } = await pageOfReviewLinks(table, caller.organizationId, page, nowMs());
    return { data: rows, nextCursor: sealCursor(next, list, caller.cursorKey) };
  },
);
