import { pipelineRoutes } from "../contract/routes/pipelines.ts";
import { notFound } from "../domain/errors.ts";
import { changePipeline, replanFromMs } from "../domain/pipeline.ts";
import { planned } from "../pipeline/next-tick.ts";
import { pipelineProblems } from "../pipeline/pipeline-problems.ts";
import { endpoint } from "../platform/endpoint.ts";
import { allowsLoopback } from "../platform/environment.ts";
import { assertConnected } from "../table/connections.ts";
import { assertHasModelEndpoint } from "../table/model-endpoints.ts";
import { readPipeline, replacePipeline } from "../table/pipelines.ts";
import { conflict, retryOnConflict } from "../table/store/optimistic-lock.ts";

export const handler = endpoint(
  pipelineRoutes.updatePipeline,
  async ({ caller, id, body }, { table, nowMs }) =>
    retryOnConflict(async () => {
      const known = await readPipeline(table, caller.organizationId, id);
      if (known === null) throw notFound("pipeline");
      const now = nowMs();
      const changed = changePipeline(known, body, now);
      if (body.channels !== undefined)
        await assertConnected(table, known.organizationId, known.brandId, changed.channels);
      if (body.generator !== undefined)
        await assertHasModelEndpoint(table, known.organizationId, known.brandId, changed.generator);
      const fromMs = replanFromMs(known, changed, now);
      if (Object.keys(body).length === 0 && fromMs === null) return known;
      const pipeline = fromMs === null ? changed : await planned(changed, table, fromMs);
      return (await replacePipeline(table, known, pipeline)) ? pipeline : conflict;
    }),
  { alsoCheck: (body) => pipelineProblems(body, { allowLoopback: allowsLoopback() }) },
);
