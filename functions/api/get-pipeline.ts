import { pipelineRoutes } from "../contract/routes/pipelines.ts";
import { notFound } from "../domain/errors.ts";
import { endpoint } from "../platform/endpoint.ts";
import { readPipeline } from "../table/pipelines.ts";

export const handler = endpoint(pipelineRoutes.getPipeline, async ({ caller, id }, { table }) => {
  const pipeline = await readPipeline(table, caller.organizationId, id);
  if (pipeline === null) throw notFound("pipeline");
  return pipeline;
});
