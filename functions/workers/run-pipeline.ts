import { feedRemovalMessage } from "../domain/brand.ts";
import type { QueueMessages } from "../domain/message.ts";
import { failedRunMessages } from "../domain/run.ts";
import { secondMs } from "../domain/time.ts";
import { executeRun } from "../pipeline/execute-run.ts";
import { openReadSource } from "../pipeline/sources/read-source.ts";
import { handleTick, restartSchedules } from "../pipeline/ticks.ts";
import { type Effects, newLeaseToken } from "../platform/effects.ts";
import { allowsLoopback } from "../platform/environment.ts";
import { Busy, worker } from "../platform/worker.ts";
import { readBrand } from "../table/brands.ts";
import { removeFeedEntries } from "../table/feeds.ts";
import { readPipeline } from "../table/pipelines.ts";
import { failRun, leaseRun, readRun, releaseRun } from "../table/runs.ts";
import { commit } from "../table/store/commit.ts";
import { ConditionFailed } from "../table/store/condition-failed.ts";

type Message<Kind> = Extract<QueueMessages["runs"], { kind: Kind }>;

/** Longer than the function may run: until the lease ends, its worker may still be working. */
const leaseMs = 130 * secondMs;

const feedPageEntries = 100;
const feedPagesMax = 20;

export const handler = worker<"runs">((message, effects) => {
  switch (message.kind) {
    case "run.execute":
      return execute(message, effects);
    case "schedule.tick":
      return handleTick(message, effects);
    case "schedules.restart":
      return restartSchedules(message, effects);
    case "feed.remove":
      return deleteFeed(message, effects);
  }
});

/** Executes a run. If a worker dies, the next one takes over after its lease has ended. */
async function execute({ organizationId, runId }: Message<"run.execute">, effects: Effects): Promise<void> {
  const { table, nowMs, newId } = effects;
  const run = await readRun(table, organizationId, runId);
  if (run === null) return;
  const leaseToken = newLeaseToken();
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
    const readSource = openReadSource({ nowMs, allowLoopback: allowsLoopback() });
    await executeRun(run, { pipeline, brand }, leaseToken, { table, nowMs, newId, readSource });
  } catch (error) {
    // The lease had ended, and another worker has taken over the run.
    if (error instanceof ConditionFailed) throw new Busy(`run ${runId}`);
    await releaseRun(table, run, leaseToken);
    throw error;
  }
}

/** Deletes the feed entries of a deleted brand, at most 2,000 per message. */
async function deleteFeed(message: Message<"feed.remove">, { table }: Effects): Promise<void> {
  for (let pages = 0; pages < feedPagesMax; pages += 1) {
    if (!(await removeFeedEntries(table, message.brandId, feedPageEntries))) return;
  }
  const { organizationId, brandId } = message;
  await commit(table, [], { messages: [feedRemovalMessage(organizationId, brandId)] });
}
