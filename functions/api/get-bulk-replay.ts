import { deadLetterRoutes } from "../contract/routes/dead-letters.ts";
import { bulkReplayView } from "../domain/bulk-replay.ts";
import { notFound } from "../domain/errors.ts";
import { endpoint } from "../platform/endpoint.ts";
import { readBulkReplay } from "../table/bulk-replays.ts";

export const handler = endpoint(deadLetterRoutes.getBulkReplay, async ({ caller, id }, { table, nowMs }) => {
  const replay = await readBulkReplay(table, { organizationId: caller.organizationId, id }, nowMs());
  if (replay === null) throw notFound("bulk replay");
  return bulkReplayView(replay);
});
