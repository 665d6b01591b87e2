import { pipelineRoutes } from "../contract/routes/pipelines.ts";
import { openPipeline } from "../domain/pipeline.ts";
import { planned } from "../pipeline/next-tick.ts";
import { pipelineProblems } from "../pipeline/pipeline-problems.ts";
import { endpoint } from "../platform/endpoint.ts";
import { allowsLoopback } from "../platform/environment.ts";
import { assertConnected } from "../table/connections.ts";
import { assertHasModelEndpoint } from "../table/model-endpoints.ts";
import { insertPipeline } from "../table/pipelines.ts";
import { conflict, retryOnConflict } from "../table/store/optimistic-lock.ts";

export const handler = endpoint(
  pipelineRoutes.createPipeline,
  async ({ caller, id: brandId, body }, { table, nowMs, newId }) => {
    const { organizationId } = caller;
    const opened = openPipeline({ ...body, id: newId("pip"), organizationId, brandId }, nowMs());
    await assertConnected(table, organizationId, brandId, opened.channels);
    await assertHasModelEndpoint(table, organizationId, brandId, opened.generator);
    return retryOnConflict(async () => {
      const pipeline = await planned(opened, table, nowMs());
      return (await insertPipeline(table, pipeline)) ? pipeline : conflict;
    });
  },
  { alsoCheck: (body) => pipelineProblems(body, { allowLoopback: allowsLoopback() }) },
);
