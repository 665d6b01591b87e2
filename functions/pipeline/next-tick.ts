import { invalid, notFound } from "../domain/errors.ts";
import type { Tick } from "../domain/message.ts";
import type { Pipeline } from "../domain/pipeline.ts";
import { isoTime } from "../domain/time.ts";
import { readBrand } from "../table/brands.ts";
import type { Table } from "../table/store/table.ts";

// Few pipelines have a schedule: load the cron parser only for them.
const scheduleReader = () => import("./schedule.ts");

/** The next time of a schedule strictly after a moment; null when there is none. */
export async function tickAfter(schedule: string, timezone: string, afterMs: number): Promise<Tick | null> {
  const { nextRunMs } = await scheduleReader();
  const nextMs = nextRunMs(schedule, timezone, afterMs);
  return nextMs === null ? null : { at: isoTime(nextMs), schedule, timezone };
}

/**
 * The pipeline with the next time of its schedule, in the present time zone of its brand. A pipeline that is not active has
 * none.
 * @throws not_found when the brand does not exist, validation_error when the schedule has no next time
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

/** The schema rejects longer schedules. It counts at most 100 characters, each of one or two UTF-16 units. */
const readUnitsMax = 200;

/** The problems of the schedule in a body, if it has one. */
export async function scheduleProblems(body: { schedule: unknown }) {
  const { schedule } = body;
  if (typeof schedule !== "string" || schedule.length > readUnitsMax) return [];
  const { scheduleProblem } = await scheduleReader();
  // Any time zone will do: whether an expression is valid does not depend on it.
  const reason = scheduleProblem(schedule, "UTC", Date.UTC(2026, 0));
  return reason === null ? [] : [{ field: "schedule", reason }];
}
