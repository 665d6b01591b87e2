import { runRoutes } from "../contract/routes/runs.ts";
import { notFound } from "../domain/errors.ts";
import { openCursor, sealCursor } from "../platform/cursor.ts";
import { endpoint } from "../platform/endpoint.ts";
import { readPipeline } from "../table/pipelines.ts";
import { pageOfRuns } from "../table/run-lists.ts";

export const handler = endpoint(
  runRoutes.listRuns,
  async ({ caller, id: pipelineId, query }, { table, nowMs }) => {
    const { organizationId, cursorKey } = caller;
    const { order, limit, cursor } = query;
    const list = ["runs", pipelineId, order];
    const after = openCursor(cursor, list, cursorKey);
    const page = { order, limit, after };
    const { rows, next } = await pageOfRuns(table, organizationId, { pipelineId }, page, nowMs());
    // Runs outlive their pipeline and prove that it existed. Only an empty first page needs a check.
    if (
      rows.length === 0 &&
      after === null &&
      (await readPipeline(table, organizationId, pipelineId)) === null
    ) {
      throw notFound("pipeline");
    }
    return { data: rows, nextCursor: sealCursor(next, list, cursorKey) };
  },
);
