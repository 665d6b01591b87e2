import { pipelineRoutes } from "../contract/routes/pipelines.ts";
import { notFound } from "../domain/errors.ts";
import { endpoint } from "../platform/endpoint.ts";
import { readBrand } from "../table/brands.ts";
import { pipelinesOfBrand } from "../table/pipelines.ts";

export const handler = endpoint(pipelineRoutes.listPipelines, async ({ caller, id }, { table }) => {
  const pipelines = await pipelinesOfBrand(table, caller.organizationId, id);
  // A brand that has pipelines exists; only an empty list leaves the question open.
  if (pipelines.length === 0 && (await readBrand(table, caller.organizationId, id)) === null) {
    throw notFound("brand");
  }
  return pipelines;
});
