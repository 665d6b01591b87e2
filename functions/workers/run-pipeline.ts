import { failedRunMessages } from "../domain/run.ts";
import { secondMs } from "../domain/time.ts";
import { executeRun } from "../pipeline/execute-run.ts";
import { openReadSource } from "../pipeline/sources/read-source.ts";
import { allowsLoopback } from "../platform/environment.ts";
import { Busy, worker } from "../platform/worker.ts";
import { readBrand } from "../table/brands.ts";
import { readPipeline } from "../table/pipelines.ts";
import { claimRun, failRun, readRun, releaseRun } from "../table/runs.ts";

/** Longer than the function may run: while the lease lasts, its worker may still be at it. */
const leaseMs = 130 * secondMs;

/** Carries out a run. A worker that died leaves it to the next one once its lease has ended. */
export const handler = worker<"runs">(async ({ organizationId, runId }, effects) => {
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
    await releaseRun(table, run, token);
    throw error;
  }
});
