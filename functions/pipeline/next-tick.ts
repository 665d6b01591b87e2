import { invalid, notFound } from "../domain/errors.ts";
import type { Tick } from "../domain/message.ts";
import type { Pipeline } from "../domain/pipeline.ts";
import { isoTime } from "../domain/time.ts";
import { readBrand } from "../table/brands.ts";
import type { Table } from "../table/store/table.ts";

// Few pipelines have a schedule: the others' requests do without the reader of cron expressions.
const scheduleReader = () => import("./schedule.ts");

/** The next time of a schedule strictly after a moment; null when it never comes. */
export async function tickAfter(schedule: string, timezone: string, afterMs: number): Promise<Tick | null> {
  const { nextRunMs } = await scheduleReader();
  const nextMs = nextRunMs(schedule, timezone, afterMs);
  return nextMs === null ? null : { at: isoTime(nextMs), schedule, timezone };
}

/**
 * The pipeline with the next time at which its schedule has it run, in the time zone that its brand has now: none unless
 * it is active.
 * @throws not_found when the brand does not exist, validation_error when the time never comes
 */
export async function planned(pipeline: Pipeline, table: Table, nowMs: number): Promise<Pipeline> {
  const { organizationId, brandId, schedule, status } = pipeline;
  if (schedule === null || status !== "active") return { ...pipeline, nextTick: null };
  const brand = await readBrand(table, organizationId, brandId);
  if (brand === null) throw notFound("brand");
  const nextTick = await tickAfter(schedule, brand.timezone, nowMs);
  if (nextTick === null)
    throw invalid([{ field: "schedule", reason: "must be a cron expression whose time comes" }]);
  return { ...pipeline, nextTick };
}

/** What is wrong with the schedule of a body, if it has one. */
export async function scheduleProblems(body: { schedule: unknown }) {
  const { schedule } = body;
  if (typeof schedule !== "string" || schedule.length > 100) return [];
  const { scheduleProblem } = await scheduleReader();
  // In any zone: what makes an expression wrong is the same in all of them.
  const reason = scheduleProblem(schedule, "UTC", Date.UTC(2026, 0));
  return reason === null ? [] : [{ field: "schedule", reason }];
}
