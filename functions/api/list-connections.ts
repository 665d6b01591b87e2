import { channelRoutes } from "../contract/routes/channels.ts";
import { limitsOf } from "../domain/channel-limits.ts";
import { channelView } from "../domain/connection.ts";
import { openCursor, sealCursor } from "../platform/cursor.ts";
import { endpoint } from "../platform/endpoint.ts";
import { pageOfConnections } from "../table/connection-list.ts";

export const handler = endpoint(channelRoutes.listConnections, async ({ caller, query }, { table }) => {
  const { status: statuses, order, limit, cursor } = query;
  const list = ["connections", statuses?.toSorted(), order];
  const after = openCursor(cursor, list, caller.cursorKey);
  const page = await pageOfConnections(table, caller.organizationId, statuses, { order, limit, after });
  return {
    data: page.rows.map((connection) => ({
      ...channelView(connection.channel, limitsOf(connection.channel), connection),
      brandId: connection.brandId,
      status: connection.status,
    })),
    nextCursor: sealCursor(page.next, list, caller.cursorKey),
  };
});
