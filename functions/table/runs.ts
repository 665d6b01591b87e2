import type { ModelUsage } from "../domain/generator.ts";
import { type Expiring, expiryOf, isExpired, lifetimesMs } from "../domain/lifetimes.ts";
import type { OutgoingMessage } from "../domain/message.ts";
import type { Post } from "../domain/post.ts";
import { type Run, type RunError, type RunStage, runTransitions } from "../domain/run.ts";
import { isoTime } from "../domain/time.ts";
import { trusted } from "../domain/trusted.ts";
import { runIndexAttributes, runKey, runStagesKey, runsOfPipeline } from "./keys.ts";
import { postInsert } from "./posts.ts";
import type { Change, Item } from "./store/change.ts";
import { commit } from "./store/commit.ts";
import { type Order, pageOfKeys } from "./store/list.ts";
import { readIndexed, readItem, readItems } from "./store/read.ts";
import type { Table } from "./store/table.ts";
import { assign, isOneOf } from "./store/update.ts";

/**
 * Stores a new run with the messages that follow. If its id is stored already, an earlier try of the same request
 * stored it.
 */
export async function insertRun(table: Table, run: Run, messages: readonly OutgoingMessage[]): Promise<void> {
  await commit(table, [runInsert(run)], { messages, onConditionFailed: () => undefined });
}

/** The change that stores a new run. Its condition fails if the run exists. */
export function runInsert(run: Run): Change {
  const item = { ...runKey(run.organizationId, run.runId), ...run, ...runIndexAttributes(run) };
  return { kind: "put", item, condition: "attribute_not_exists(pk)" };
}

/** A run without its stages: those of a run that has ended are in an item of their own, which expires. */
type StoredRun = Omit<Run, "stages"> & { stages?: RunStage[] };
type StoredStages = Expiring & { runId: string; stages: RunStage[] };

/** Reads a run. If it has ended, it has no stages: `readRunWithStages` reads them too. */
export async function readRun(table: Table, organizationId: string, runId: string): Promise<Run | null> {
  const run = await readItem<StoredRun>(table, runKey(organizationId, runId));
  return run === null ? null : { ...run, stages: run.stages ?? [] };
}

/** Reads a run with its stages. They are an empty list when they have expired. One call. */
export async function readRunWithStages(
  table: Table,
  organizationId: string,
  runId: string,
  nowMs: number,
): Promise<Run | null> {
  const keys = [runKey(organizationId, runId), runStagesKey(organizationId, runId)];
  if (!runId.isWellFormed()) return null;
  const [run, stages] = await readItems(table, keys, { consistent: true });
  if (run === undefined || run.sk !== "RUN") return null;
  return withStoredStages(trusted<StoredRun>(run), stages && trusted<StoredStages>(stages), nowMs);
}

function withStoredStages(run: StoredRun, stored: StoredStages | undefined, nowMs: number): Run {
  const current = stored === undefined || isExpired(stored, nowMs) ? [] : stored.stages;
  return { ...run, stages: run.stages ?? current };
}

/** Reads one page of a pipeline's runs, in the order of creation. Also finds the runs of a deleted pipeline. */
export async function pageOfRuns(
  table: Table,
  organizationId: string,
  pipelineId: string,
  { order, limit, after }: { order: Order; limit: number; after: string | null },
  nowMs: number,
): Promise<{ rows: Run[]; next: string | null }> {
  const list = {
    indexName: "parentByCreated",
    partitionName: "parentList",
    partition: runsOfPipeline(organizationId, pipelineId),
    sortName: "createdSort",
  };
  const { keys, next } = await pageOfKeys(table, [list], order, limit, after);
  const runs = await readIndexed<StoredRun>(table, keys);
  const ended = runs.filter((run) => run.stages === undefined);
  // Consistently: a run that has ended just now must not be shown without its stages.
  const found = await readItems(
    table,
    ended.map(({ runId }) => runStagesKey(organizationId, runId)),
    { consistent: true },
  );
  const stagesOf = new Map(found.map((item) => [item.runId, trusted<StoredStages>(item)]));
  return { rows: runs.map((run) => withStoredStages(run, stagesOf.get(run.runId), nowMs)), next };
}

type RunRef = Pick<Run, "organizationId" | "runId">;

/**
 * Leases a run to one worker. If the worker dies, another one can lease the run when the lease has expired.
 * @returns "busy" while another worker has the lease; "done" if the run has ended
 */
export async function leaseRun(
  table: Table,
  run: RunRef,
  lease: { leaseToken: string; nowMs: number; untilMs: number },
): Promise<"leased" | "busy" | "done"> {
  const allowed = isOneOf("status", runTransitions.start.from);
  const fields = assign({
    status: runTransitions.start.to,
    startedAt: isoTime(lease.nowMs),
    leaseToken: lease.leaseToken,
    leaseUntilMs: lease.untilMs,
  });
  const take: Change = {
    kind: "update",
    key: runKey(run.organizationId, run.runId),
    ...fields,
    condition: `${allowed.condition} AND (attribute_not_exists(leaseUntilMs) OR leaseUntilMs < :now)`,
    values: { ...fields.values, ...allowed.values, ":now": lease.nowMs },
  };
  const outcome = await commit(table, [take], { onConditionFailed: (failed) => failed });
  if (outcome === true) return "leased";
  const found = outcome.found === null ? null : trusted<Run>(outcome.found);
  return found?.status === "queued" || found?.status === "running" ? "busy" : "done";
}

/**
 * Stores the progress of a run.
 * @throws {ConditionFailed} when another worker has the lease
 */
export async function recordStages(
  table: Table,
  run: RunRef,
  leaseToken: string,
  stages: readonly RunStage[],
): Promise<void> {
  await commit(table, [leasedUpdate(run, leaseToken, { stages })]);
}

/**
 * Stores the success of a run: its posts, its outputs and the messages that follow, in one transaction.
 * @returns false, and stores nothing, if the condition of a change alongside failed
 * @throws {ConditionFailed} when another worker has the lease
 */
export async function completeRun(
  table: Table,
  run: RunRef,
  leaseToken: string,
  ended: {
    posts: readonly Post[];
    alongside?: readonly Change[];
    stages: readonly RunStage[];
    /** What its model calls used. @default null */
    usage?: ModelUsage | null;
    nowMs: number;
    messages: readonly OutgoingMessage[];
  },
): Promise<boolean> {
  const { posts, alongside = [], stages, usage = null, nowMs, messages } = ended;
  const end = leasedUpdate(run, leaseToken, {
    status: runTransitions.succeed.to,
    outputs: posts.map(({ id }) => id),
    finishedAt: isoTime(nowMs),
    ...(usage !== null && { usage }),
  });
  const changes = [withoutStages(end), stagesPut(run, stages, nowMs), ...posts.map(postInsert), ...alongside];
  return commit(table, changes, {
    messages,
    onConditionFailed(failure) {
      if (failure.indexes.includes(0)) throw failure;
      return false;
    },
  });
}

/**
 * Stores the failure of a run, also while a worker has the lease.
 * @returns false, and stores nothing, if the run had already ended
 */
export async function failRun(
  table: Table,
  run: Pick<Run, "organizationId" | "runId" | "stages">,
  failure: {
    error: RunError;
    stages?: readonly RunStage[];
    nowMs: number;
    messages: readonly OutgoingMessage[];
  },
): Promise<boolean> {
  const allowed = isOneOf("status", runTransitions.fail.from);
  const fields = assign({
    status: runTransitions.fail.to,
    error: failure.error,
    finishedAt: isoTime(failure.nowMs),
  });
  const end = {
    kind: "update" as const,
    key: runKey(run.organizationId, run.runId),
    ...fields,
    condition: allowed.condition,
    values: { ...fields.values, ...allowed.values },
  };
  const changes = [withoutStages(end), stagesPut(run, failure.stages ?? run.stages, failure.nowMs)];
  return commit(table, changes, { messages: failure.messages, onConditionFailed: () => false });
}

function stagesPut({ organizationId, runId }: RunRef, stages: readonly RunStage[], nowMs: number): Change {
  const expiresAt = expiryOf(lifetimesMs.runStages, nowMs);
  return { kind: "put", item: { ...runStagesKey(organizationId, runId), runId, stages, expiresAt } };
}

type Update = Extract<Change, { kind: "update" }>;

const withoutStages = (end: Update): Update => ({ ...end, update: `${end.update} REMOVE stages` });

function leasedUpdate(run: RunRef, leaseToken: string, fields: Item): Update {
  const { update, names, values } = assign(fields);
  return {
    kind: "update",
    key: runKey(run.organizationId, run.runId),
    update,
    names: { ...names, "#status": "status" },
    values: { ...values, ":running": runTransitions.succeed.from[0], ":leaseToken": leaseToken },
    condition: "#status = :running AND leaseToken = :leaseToken",
  };
}

/** Releases the lease of a run, so that the next try need not wait until it expires. */
export async function releaseRun(table: Table, run: RunRef, leaseToken: string): Promise<void> {
  // The condition fails if another worker has acquired the lease: it keeps it.
  const release = leasedUpdate(run, leaseToken, { leaseUntilMs: 0 });
  await commit(table, [release], { onConditionFailed: () => undefined });
}
