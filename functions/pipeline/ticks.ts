import type { NewId } from "../domain/ids.ts";
import { isSameTick, type QueueMessages } from "../domain/message.ts";
import { queueRun } from "../domain/run.ts";
import { beginSchedulesRestart, readBrand } from "../table/brands.ts";
import { pipelinesOfBrand, readPipeline, replaceNextTick } from "../table/pipelines.ts";
import { conflict, retryOnConflict } from "../table/store/optimistic-lock.ts";
import type { Table } from "../table/store/table.ts";
import { tickAfter } from "./next-tick.ts";

type Message<Kind> = Extract<QueueMessages["runs"], { kind: Kind }>;

interface TickEffects {
  table: Table;
  nowMs: () => number;
  newId: NewId;
}

/**
 * Queues the run of a scheduled time, and plans the next time in the same write. Does nothing for a time that the pipeline
 * does not wait for: it is done already, or the schedule, the status or the time zone has changed.
 */
export async function handleTick(message: Message<"schedule.tick">, effects: TickEffects): Promise<void> {
  const { table, nowMs, newId } = effects;
  const { organizationId, pipelineId, tick } = message;
  const pipeline = await readPipeline(table, organizationId, pipelineId);
  if (pipeline === null || !isSameTick(pipeline.nextTick, tick)) return;
  const { brandId } = pipeline;
  const brand = await readBrand(table, organizationId, brandId);
  // After a change of the time zone, another message replans the pipeline.
  if (brand === null || brand.timezone !== tick.timezone) return;

  const now = nowMs();
  const ids = { runId: newId("run"), organizationId, pipelineId, brandId };
  const run = queueRun({ ...ids, trigger: "schedule" }, now);
  // Do not catch up on times that passed while nothing could run: one run, then the next future time.
  const next = await tickAfter(tick.schedule, tick.timezone, Math.max(Date.parse(tick.at), now));
  await replaceNextTick(table, pipeline, next, run);
}

/** Replans the pipelines of a brand that wait for a time in a former time zone of the brand. Idempotent. */
export async function restartSchedules(
  { organizationId, brandId }: Message<"schedules.restart">,
  { table, nowMs }: TickEffects,
): Promise<void> {
  const brand = await beginSchedulesRestart(table, organizationId, brandId);
  if (brand === null) return;
  const { timezone } = brand;
  for (const { id } of await pipelinesOfBrand(table, organizationId, brandId)) {
    await retryOnConflict(async () => {
      const pipeline = await readPipeline(table, organizationId, id);
      const tick = pipeline?.nextTick ?? null;
      if (pipeline === null || tick === null || tick.timezone === timezone) return;
      const next = await tickAfter(tick.schedule, timezone, nowMs());
      return (await replaceNextTick(table, pipeline, next)) ? undefined : conflict;
    });
  }
}
