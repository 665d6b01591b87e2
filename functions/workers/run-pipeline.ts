import { openShortFanOut } from "../delivery/short-fan-out.ts";
import type { QueueMessages } from "../domain/message.ts";
import { type Run, type RunError, startsMax, stoppedRun } from "../domain/run.ts";
import { secondMs } from "../domain/time.ts";
import { executeRun } from "../pipeline/execute-run.ts";
import { openGenerator } from "../pipeline/generators/generators.ts";
import { openModelEndpoint } from "../pipeline/generators/model-endpoint.ts";
import { openFetchSource } from "../pipeline/sources/fetch-source.ts";
import { openSourceMemory } from "../pipeline/sources/source-memory.ts";
import { openFetchImage } from "../pipeline/stages/check-images.ts";
import { handleTick, restartSchedules } from "../pipeline/ticks.ts";
import { bedrockAccess } from "../platform/bedrock.ts";
import { openDispatchingEffects } from "../platform/dispatching-effects.ts";
import { type Effects, newLeaseToken } from "../platform/effects.ts";
import { allowsLoopback, publicUrl } from "../platform/environment.ts";
import { Busy, Postponed } from "../platform/postponed.ts";
import { openSecretBox } from "../platform/secrets.ts";
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
/**
 * A run that takes longer fails. Lambda stops the function 30 s later: four sources can take 20 s of them to parse, and no
 * timer runs meanwhile.
 */
const runMsMax = 90 * secondMs;

export const handler = worker<"runs">((message, effects) => {
  switch (message.kind) {
    case "run.execute":
      return executeWithinLimit(message, effects);
    case "schedule.tick":
      return handleTick(message, effects);
    case "schedules.restart":
      return restartSchedules(message, effects);
  }
}, openDispatchingEffects(openShortFanOut));

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
async function execute(queued: Run, leaseToken: string, effects: Effects): Promise<void> {
  const { organizationId, runId } = queued;
  const { table, nowMs, newId } = effects;
  const now = nowMs();
  const lease = await leaseRun(table, queued, { leaseToken, nowMs: now, untilMs: now + leaseMs });
  if (lease.outcome === "done") return;
  if (lease.outcome === "busy") throw new Busy(`run ${runId}`);

  const { run } = lease;
  const [pipeline, brand] = await Promise.all([
    readPipeline(table, organizationId, run.pipelineId),
    readBrand(table, organizationId, run.brandId),
  ]);
  if (pipeline === null || brand === null) return fail(run, pipelineGone, effects);
  if ((run.starts ?? 0) > startsMax) return fail(run, workersDied, effects);
  try {
    const allowLoopback = allowsLoopback();
    const memory = openSourceMemory(table, run, nowMs);
    const fetchSource = openFetchSource({ nowMs, allowLoopback, memory, publicUrl: publicUrl() });
    const generate = await openGenerator(pipeline.generator, {
      bedrock: bedrockAccess(),
      modelEndpoint: () => openModelEndpoint(brand, { table, secrets: openSecretBox() }),
      nowMs,
      allowLoopback,
    });
    const fetchImage = openFetchImage({ allowLoopback });
    const timeLimit = AbortSignal.timeout(runMsMax);
    const making = { table, nowMs, newId, fetchSource, fetchImage, generate, timeLimit };
    await executeRun(run, { pipeline, brand }, leaseToken, making);
  } catch (error) {
    // The lease had ended, and another worker has taken over the run.
    if (error instanceof ConditionFailed) throw new Busy(`run ${runId}`);
    await releaseRun(table, run, leaseToken);
    throw error;
  }
}

const pipelineGone = {
  code: "pipeline_gone",
  message: "The run's pipeline was deleted before the run began.",
};
const workersDied = {
  code: "worker_failed",
  message: `The run was started ${startsMax} times, and each time the service stopped before its end. Give the pipeline fewer or smaller sources, and trigger it again.`,
};

async function fail(run: Run, error: RunError, { table, nowMs, newId }: Effects): Promise<void> {
  await failRun(table, run, stoppedRun(run, error, newId("evt"), nowMs()));
}
