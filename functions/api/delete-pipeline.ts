import { pipelineRoutes } from "../contract/routes/pipelines.ts";
import { notFound } from "../domain/errors.ts";
import { endpoint } from "../platform/endpoint.ts";
import { deletePipeline, readPipeline } from "../table/pipelines.ts";

export const handler = endpoint(pipelineRoutes.deletePipeline, async ({ caller, id }, { table }) => {
  // Read for its brand, in whose list it stands.
  const pipeline = await readPipeline(table, caller.organizationId, id);
  if (pipeline === null) throw notFound("pipeline");
  await deletePipeline(table, pipeline);
});
