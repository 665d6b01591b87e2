import type { QueueMessages } from "../domain/message.ts";
import { tickMessage } from "../domain/pipeline.ts";
import { execution, failedRunMessages, queueRun } from "../domain/run.ts";
import { secondMs } from "../domain/time.ts";
import { executeRun } from "../pipeline/execute-run.ts";
import { nextRunMs } from "../pipeline/schedule.ts";
import { openReadSource } from "../pipeline/sources/read-source.ts";
import type { Effects } from "../platform/effects.ts";
import { allowsLoopback } from "../platform/environment.ts";
import { derivedId } from "../platform/ids.ts";
import { Busy, worker } from "../platform/worker.ts";
import { readBrand } from "../table/brands.ts";
import { Refused } from "../table/commit.ts";
import { readPipeline } from "../table/pipelines.ts";
import { claimRun, failRun, insertRun, readRun, releaseRun } from "../table/runs.ts";

type Message<Kind> = Extract<QueueMessages["runs"], { kind: Kind }>;

/** Longer than the function may run: while the lease lasts, its worker may still be at it. */
const leaseMs = 130 * secondMs;

export const handler = worker<"runs">((message, effects) =>
  message.kind === "run.execute" ? carryOut(message, effects) : tick(message, effects),
);

/** Carries out a run. A worker that died leaves it to the next one once its lease has ended. */
async function carryOut({ organizationId, runId }: Message<"run.execute">, effects: Effects): Promise<void> {
  const { table, nowMs, newId } = effects;
  const run = await readRun(table, organizationId, runId);
  if (run === null) return;
  const token = newId("run");
  const now = nowMs();
  const claim = await claimRun(table, run, { token, nowMs: now, untilMs: now + leaseMs });
  if (claim === "done") return;
  if (claim === "busy") throw new Busy(`run ${runId}`);

  const [pipeline, brand] = await Promise.all([
    readPipeline(table, organizationId, run.pipelineId),
    readBrand(table, organizationId, run.brandId),
  ]);
  if (pipeline === null || brand === null) {
    const error = { code: "pipeline_gone", message: "The run's pipeline was deleted before the run began." };
    const messages = failedRunMessages(run, error, newId("evt"), now);
    await failRun(table, run, { error, nowMs: now, messages });
    return;
  }
  try {
    const readSource = openReadSource({ nowMs, allowLoopback: allowsLoopback() });
    await executeRun(run, { pipeline, brand }, token, { table, nowMs, newId, readSource });
  } catch (error) {
    // Its lease had ended, and another worker has taken it over.
    if (error instanceof Refused) throw new Busy(`run ${runId}`);
    await releaseRun(table, run, token);
    throw error;
  }
}

/** Queues the run of a scheduled time, and calls for the next time in the same write. Running it twice makes one run. */
async function tick(message: Message<"schedule.tick">, { table, nowMs }: Effects): Promise<void> {
  const { organizationId, pipelineId, schedule, at } = message;
  const pipeline = await readPipeline(table, organizationId, pipelineId);
  if (pipeline === null || pipeline.status !== "active" || pipeline.schedule !== schedule) return;
  const { brandId } = pipeline;
  const brand = await readBrand(table, organizationId, brandId);
  if (brand === null) return;

  const atMs = Date.parse(at);
  const runId = derivedId("run", atMs, pipelineId, at);
  const run = queueRun({ runId, organizationId, pipelineId, brandId, trigger: "schedule" }, nowMs());
  // Times that passed while nothing could run are not made up for: one run, then the next time to come.
  const nextMs = nextRunMs(schedule, brand.timezone, Math.max(atMs, nowMs()));
  const next = nextMs === null ? [] : [tickMessage(pipeline, schedule, nextMs)];
  try {
    await insertRun(table, run, [execution(run), ...next]);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
  }
}
