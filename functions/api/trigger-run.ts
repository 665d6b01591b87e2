import { runRoutes } from "../contract/routes/runs.ts";
import { notFound } from "../domain/errors.ts";
import { queueRun, runMessage } from "../domain/run.ts";
import { endpoint } from "../platform/endpoint.ts";
import { readPipeline } from "../table/pipelines.ts";
import { insertRun } from "../table/runs.ts";

export const handler = endpoint(
  runRoutes.triggerRun,
  async ({ caller, id: pipelineId }, { table, nowMs, newId }) => {
    const { organizationId } = caller;
    const pipeline = await readPipeline(table, organizationId, pipelineId);
    if (pipeline === null) throw notFound("pipeline");
    const { brandId } = pipeline;
    const run = queueRun(
      { runId: newId("run"), organizationId, pipelineId, brandId, trigger: "manual" },
      nowMs(),
    );
    await insertRun(table, run, [runMessage(run)]);
    return run;
  },
);
