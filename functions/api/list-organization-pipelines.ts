import { pipelineRoutes } from "../contract/routes/pipelines.ts";
import { openCursor, sealCursor } from "../platform/cursor.ts";
import { endpoint } from "../platform/endpoint.ts";
import { fittingPage } from "../platform/fitting-page.ts";
import { pageOfPipelines } from "../table/pipeline-list.ts";

export const handler = endpoint(
  pipelineRoutes.listOrganizationPipelines,
  async ({ caller, query }, { table }) => {
    const { organizationId, cursorKey } = caller;
    const { brandId, status: statuses, order, limit, cursor } = query;
    const list = ["organization-pipelines", brandId, statuses?.toSorted(), order];
    const after = openCursor(cursor, list, cursorKey);
    const page = await pageOfPipelines(table, organizationId, { brandId, statuses }, { order, limit, after });
    const { data, next } = fittingPage(
      page,
      (pipeline) => pipeline,
      ({ id }) => id,
    );
    return { data, nextCursor: sealCursor(next, list, cursorKey) };
  },
);
