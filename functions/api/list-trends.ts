import { trendRoutes } from "../contract/routes/trends.ts";
import { openCursor, sealCursor } from "../platform/cursor.ts";
import { endpoint } from "../platform/endpoint.ts";
import { pageOfTrends } from "../table/trends.ts";

export const handler = endpoint(trendRoutes.listTrends, async ({ caller, query }, { table, nowMs }) => {
  const { status: statuses, brandId, order, limit, cursor } = query;
  const list = ["trends", statuses?.toSorted(), brandId, order];
  const after = openCursor(cursor, list, caller.cursorKey);
  const { rows, next } = await pageOfTrends(
    table,
    caller.organizationId,
    { statuses, brandId },
    { order, limit, after },
    nowMs(),
  );
  return { data: rows, nextCursor: sealCursor(next, list, caller.cursorKey) };
});
