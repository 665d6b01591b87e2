import type { QueueMessages } from "../domain/message.ts";
import { failedRunMessages, type Run } from "../domain/run.ts";
import { secondMs } from "../domain/time.ts";
import { executeRun } from "../pipeline/execute-run.ts";
import { openFetchSource } from "../pipeline/sources/fetch-source.ts";
import { openFetchImage } from "../pipeline/stages/check-images.ts";
import { handleTick, restartSchedules } from "../pipeline/ticks.ts";
import { type Effects, newLeaseToken } from "../platform/effects.ts";
import { allowsLoopback } from "../platform/environment.ts";
import { Busy, Postponed } from "../platform/postponed.ts";
import { worker } from "../platform/worker.ts";
import { readBrand } from "../table/brands.ts";
import { readOrganization } from "../table/organizations.ts";
import { acquirePermit, releasePermit } from "../table/permits.ts";
import { readPipeline } from "../table/pipelines.ts";
import { failRun, leaseRun, readRun, releaseRun } from "../table/runs.ts";
import { ConditionFailed } from "../table/store/condition-failed.ts";

type Message<Kind> = Extract<QueueMessages["runs"], { kind: Kind }>;

/** Longer than the function may run: until the lease ends, its worker may still be working. */
const leaseMs = 130 * secondMs;

export const handler = worker<"runs">((message, effects) => {
  switch (message.kind) {
    case "run.execute":
      return executeWithinLimit(message, effects);
    case "schedule.tick":
      return handleTick(message, effects);
    case "schedules.restart":
      return restartSchedules(message, effects);
  }
});

/** Executes a run if its organization has not as many runs at once as it may; otherwise the run waits. */
async function executeWithinLimit(message: Message<"run.execute">, effects: Effects): Promise<void> {
  const { organizationId, runId } = message;
  const { table, nowMs } = effects;
  const run = await readRun(table, organizationId, runId);
  if (run === null || run.finishedAt !== null) return;
  const { limits } = await readOrganization(table, organizationId);
  const scope = { organizationId, queue: "runs" as const };
  const leaseToken = newLeaseToken();
  const now = nowMs();
  const lease = { permits: limits.runsAtOnce, leaseToken, nowMs: now, untilMs: now + leaseMs };
  const permit = await acquirePermit(table, scope, lease);
  if (permit === null)
    throw new Postponed("limit_reached", `the organization of run ${runId} has as many runs as it may`);
  try {
    await execute(run, leaseToken, effects);
  } finally {
    await releasePermit(table, scope, { permit, leaseToken });
  }
}

/** Executes a run. If a worker dies, the next one takes over after its lease has ended. */
async function execute(run: Run, leaseToken: string, effects: Effects): Promise<void> {
  const { organizationId, runId } = run;
  const { table, nowMs, newId } = effects;
  const now = nowMs();
  const lease = await leaseRun(table, run, { leaseToken, nowMs: now, untilMs: now + leaseMs });
  if (lease === "done") return;
  if (lease === "busy") throw new Busy(`run ${runId}`);

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
    const fetchSource = openFetchSource({ nowMs, allowLoopback: allowsLoopback() });
    const fetchImage = openFetchImage({ allowLoopback: allowsLoopback() });
    await executeRun(run, { pipeline, brand }, leaseToken, { table, nowMs, newId, fetchSource, fetchImage });
  } catch (error) {
    // The lease had ended, and another worker has taken over the run.
    if (error instanceof ConditionFailed) throw new Busy(`run ${runId}`);
    await releaseRun(table, run, leaseToken);
    throw error;
  }
}
