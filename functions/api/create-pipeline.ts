import { pipelineRoutes } from "../contract/routes/pipelines.ts";
import { checkUrl } from "../delivery/check-url.ts";
import { invalid, notFound } from "../domain/errors.ts";
import type { OutgoingMessage } from "../domain/message.ts";
import { openPipeline, type Pipeline, tickMessage } from "../domain/pipeline.ts";
import type { Effects } from "../platform/effects.ts";
import { endpoint } from "../platform/endpoint.ts";
import { allowsLoopback } from "../platform/environment.ts";
import { readBrand } from "../table/brands.ts";
import { insertPipeline } from "../table/pipelines.ts";

export const handler = endpoint(
  pipelineRoutes.createPipeline,
  async ({ caller, id: brandId, body }, effects) => {
    const problems = body.sources.flatMap(({ url }, index) => {
      const reason = checkUrl(url, { allowHttp: true, allowLoopback: allowsLoopback() });
      return reason === null ? [] : [{ field: `sources[${index}].url`, reason }];
    });
    if (problems.length > 0) throw invalid(problems);
    const { organizationId } = caller;
    const id = effects.newId("pip");
    const pipeline = openPipeline({ ...body, id, organizationId, brandId }, effects.nowMs());
    await insertPipeline(effects.table, pipeline, await firstTick(pipeline, effects));
    return pipeline;
  },
);

/** What sets an active pipeline's schedule going. @throws validation_error for a schedule that is none */
async function firstTick(pipeline: Pipeline, { table, nowMs }: Effects): Promise<OutgoingMessage[]> {
  const { organizationId, brandId, schedule, status } = pipeline;
  if (schedule === null) return [];
  // Few pipelines have a schedule: the others' cold start does without the reader of cron expressions.
  const [{ nextRunMs, scheduleProblem }, brand] = await Promise.all([
    import("../pipeline/schedule.ts"),
    readBrand(table, organizationId, brandId),
  ]);
  const now = nowMs();
  const reason = scheduleProblem(schedule, brand?.timezone ?? "UTC", now);
  if (reason !== null) throw invalid([{ field: "schedule", reason }]);
  if (brand === null) throw notFound("brand");
  const nextMs = status === "active" ? nextRunMs(schedule, brand.timezone, now) : null;
  return nextMs === null ? [] : [tickMessage(pipeline, schedule, nextMs)];
}
