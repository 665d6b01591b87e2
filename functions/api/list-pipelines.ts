import { pipelineRoutes } from "../contract/routes/pipelines.ts";
import { notFound } from "../domain/errors.ts";
import { endpoint } from "../platform/endpoint.ts";
import { readBrand } from "../table/brands.ts";
import { pipelinesOfBrand } from "../table/pipelines.ts";

export const handler = endpoint(pipelineRoutes.listPipelines, async ({ caller, id }, { table }) => {
  const pipelines = await pipelinesOfBrand(table, caller.organizationId, id);
  // A brand with pipelines exists. Only an empty list needs a check.
  if (pipelines.length === 0 && (await readBrand(table, caller.organizationId, id)) === null) {
    throw notFound("brand");
  }
  return pipelines;
});
