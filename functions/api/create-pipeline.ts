import { pipelineRoutes } from "../contract/routes/pipelines.ts";
import { checkUrl } from "../delivery/check-url.ts";
import { invalid } from "../domain/errors.ts";
import { openPipeline } from "../domain/pipeline.ts";
import { endpoint } from "../platform/endpoint.ts";
import { allowsLoopback } from "../platform/environment.ts";
import { insertPipeline } from "../table/pipelines.ts";

export const handler = endpoint(
  pipelineRoutes.createPipeline,
  async ({ caller, id: brandId, body }, { table, nowMs, newId }) => {
    const problems = body.sources.flatMap(({ url }, index) => {
      const reason = checkUrl(url, { allowHttp: true, allowLoopback: allowsLoopback() });
      return reason === null ? [] : [{ field: `sources[${index}].url`, reason }];
    });
    if (problems.length > 0) throw invalid(problems);
    const { organizationId } = caller;
    const pipeline = openPipeline({ ...body, id: newId("pip"), organizationId, brandId }, nowMs());
    await insertPipeline(table, pipeline);
    return pipeline;
  },
);
