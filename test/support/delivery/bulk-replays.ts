import { type BulkReplay, openBulkReplay, type ReplayFilter } from "../../../functions/domain/bulk-replay.ts";
import { replayableStatuses } from "../../../functions/domain/delivery.ts";
import { bulkReplayPut } from "../../../functions/table/bulk-replays.ts";
import { commit } from "../../../functions/table/store/commit.ts";
import type { Table } from "../../../functions/table/store/table.ts";
import { newId } from "../table/entities.ts";

/** Stores a running bulk replay, without its message and whether or not another one is running. */
export async function storeBulkReplay(
  table: Table,
  organizationId: string,
  filter: Partial<ReplayFilter>,
  nowMs: number,
  id = newId("rpl"),
): Promise<BulkReplay> {
  const all = { webhookId: null, statuses: [...replayableStatuses] };
  const given = { id, organizationId, filter: { ...all, ...filter }, count: 1 };
  const replay = openBulkReplay(given, nowMs);
  await commit(table, [bulkReplayPut(replay, nowMs)]);
  return replay;
}
