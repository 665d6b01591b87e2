import { pipelineRoutes } from "../contract/routes/pipelines.ts";
import { notFound } from "../domain/errors.ts";
import { endpoint } from "../platform/endpoint.ts";
import { deletePipeline, readPipeline } from "../table/pipelines.ts";
import { conflict, retryOnConflict } from "../table/store/optimistic-lock.ts";

export const handler = endpoint(pipelineRoutes.deletePipeline, async ({ caller, id }, { table }) =>
  retryOnConflict(async () => {
    // The pipeline is also in its brand's list: read it to know the brand.
    const pipeline = await readPipeline(table, caller.organizationId, id);
    if (pipeline === null) throw notFound("pipeline");
    return (await deletePipeline(table, pipeline)) ? undefined : conflict;
  }),
);
