import { runRoutes } from "../contract/routes/runs.ts";
import { openCursor, sealCursor } from "../platform/cursor.ts";
import { endpoint } from "../platform/endpoint.ts";
import { pageOfRuns } from "../table/run-lists.ts";

export const handler = endpoint(
  runRoutes.listOrganizationRuns,
  async ({ caller, query }, { table, nowMs }) => {
    const { organizationId, cursorKey } = caller;
    const { brandId, pipelineId, status: statuses, order, limit, cursor } = query;
    const list = ["organization-runs", brandId, pipelineId, statuses?.toSorted(), order];
    const after = openCursor(cursor, list, cursorKey);
    const { rows, next } = await pageOfRuns(
      table,
      organizationId,
      { brandId, pipelineId, statuses },
      { order, limit, after },
      nowMs(),
    );
    return { data: rows, nextCursor: sealCursor(next, list, cursorKey) };
  },
);
