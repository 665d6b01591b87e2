import { pipelineRoutes } from "../contract/routes/pipelines.ts";
import { urlProblems } from "../delivery/url-problems.ts";
import { type FieldProblem, invalid, notFound } from "../domain/errors.ts";
import { fieldOf } from "../domain/field-of.ts";
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
    const { organizationId } = caller;
    const id = effects.newId("pip");
    const pipeline = openPipeline({ ...body, id, organizationId, brandId }, effects.nowMs());
    await insertPipeline(effects.table, pipeline, await firstTick(pipeline, effects));
    return pipeline;
  },
  { alsoCheck: async (body) => [...sourceProblems(body), ...(await scheduleProblems(body))] },
);

function sourceProblems(body: unknown): FieldProblem[] {
  const sources = fieldOf(body, "sources");
  if (!Array.isArray(sources)) return [];
  const urls = sources.map((source, index) => [`sources[${index}].url`, fieldOf(source, "url")]);
  return urlProblems(Object.fromEntries(urls), { allowHttp: true, allowLoopback: allowsLoopback() });
}

// Few pipelines have a schedule: the others' cold start does without the reader of cron expressions.
const scheduleReader = () => import("../pipeline/schedule.ts");

async function scheduleProblems(body: unknown): Promise<FieldProblem[]> {
  const schedule = fieldOf(body, "schedule");
  if (typeof schedule !== "string" || schedule.length > 100) return [];
  const { scheduleProblem } = await scheduleReader();
  // In any zone: what makes an expression wrong is the same in all of them.
  const reason = scheduleProblem(schedule, "UTC", Date.UTC(2026, 0));
  return reason === null ? [] : [{ field: "schedule", reason }];
}

/** What sets an active pipeline's schedule going. @throws not_found when the brand does not exist */
async function firstTick(pipeline: Pipeline, { table, nowMs }: Effects): Promise<OutgoingMessage[]> {
  const { organizationId, brandId, schedule, status } = pipeline;
  if (schedule === null) return [];
  const [{ nextRunMs }, brand] = await Promise.all([
    scheduleReader(),
    readBrand(table, organizationId, brandId),
  ]);
  if (brand === null) throw notFound("brand");
  const nextMs = nextRunMs(schedule, brand.timezone, nowMs());
  if (nextMs === null)
    throw invalid([{ field: "schedule", reason: "must be a cron expression whose time comes" }]);
  return status === "active" ? [tickMessage(pipeline, schedule, nextMs)] : [];
}
