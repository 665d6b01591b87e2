import type { ModelUsage } from "../domain/generator.ts";
import { type Expiring, expiryOf, isExpired, lifetimesMs } from "../domain/lifetimes.ts";
import type { OutgoingMessage } from "../domain/message.ts";
import type { Post } from "../domain/post.ts";
import { type Checkpoint, type Run, type RunError, type RunStage, runTransitions } from "../domain/run.ts";
import { isoTime } from "../domain/time.ts";
import { trusted } from "../domain/trusted.ts";
import { failedRunIndexAttributes, runIndexAttributes } from "./index-keys.ts";
import { brandRunKey, runKey, runStagesKey } from "./keys.ts";
import { postInsert } from "./posts.ts";
import type { Change, Item } from "./store/change.ts";
import { commit } from "./store/commit.ts";
import { readItem, readItems } from "./store/read.ts";
import type { ChangedBy, Table } from "./store/table.ts";
import { assign, isOneOf, updateItem } from "./store/update.ts";

/**
 * Stores a new run with the messages that follow. If its id is stored already, an earlier try of the same request
 * stored it.
 */
export async function insertRun(table: Table, run: Run, messages: readonly OutgoingMessage[]): Promise<void> {
  await commit(table, runInserts(run), { messages, onConditionFailed: () => undefined });
}

/** The changes that store a new run and its entry in its brand's list. Their condition fails if the run exists. */
export function runInserts(run: Run): Change[] {
  const { organizationId, brandId, runId } = run;
  const item = { ...runKey(organizationId, runId), ...run, ...runIndexAttributes(run) };
  return [
    { kind: "put", item, condition: "attribute_not_exists(pk)" },
    { kind: "put", item: { ...brandRunKey(organizationId, brandId, runId) } },
  ];
}

/** A run without its stages: those of a run that has ended are in an item of their own, which expires. */
export type StoredRun = Omit<Run, "stages"> & ChangedBy & { stages?: RunStage[] };
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
): Promise<(Run & ChangedBy) | null> {
  const keys = [runKey(organizationId, runId), runStagesKey(organizationId, runId)];
  if (!runId.isWellFormed()) return null;
  const [run, stages] = await readItems(table, keys, { consistent: true });
  if (run === undefined || run.sk !== runId) return null;
  return withStoredStages(trusted<StoredRun>(run), stages && trusted<StoredStages>(stages), nowMs);
}

function withStoredStages(run: StoredRun, stored: StoredStages | undefined, nowMs: number): Run & ChangedBy {
  const current = stored === undefined || isExpired(stored, nowMs) ? [] : stored.stages;
  return { ...run, stages: run.stages ?? current };
}

/** Adds their stages to runs that were read alone. Costs one read if any has ended. */
export async function withStages(table: Table, runs: readonly StoredRun[], nowMs: number): Promise<Run[]> {
  const ended = runs.filter((run) => run.stages === undefined);
  // Consistently: a run that has ended just now must not be shown without its stages.
  const found = await readItems(
    table,
    ended.map(({ organizationId, runId }) => runStagesKey(organizationId, runId)),
    { consistent: true },
  );
  const stagesOf = new Map(found.map((item) => [item.runId, trusted<StoredStages>(item)]));
  return runs.map((run) => withStoredStages(run, stagesOf.get(run.runId), nowMs));
}

type RunRef = Pick<Run, "organizationId" | "runId">;

export type RunLease =
  /** The caller executes the run, which is as it is after the lease. */
  | { outcome: "leased"; run: Run }
  /** Another worker has the lease. */
  | { outcome: "busy" }
  /** The run has ended. */
  | { outcome: "done" };

/**
 * Leases a run to one worker, and counts the start. If the worker dies, another one can lease the run when the lease has
 * expired.
 */
export async function leaseRun(
  table: Table,
  run: Pick<Run, "organizationId" | "runId" | "startedAt">,
  lease: { leaseToken: string; nowMs: number; untilMs: number },
): Promise<RunLease> {
  const allowed = isOneOf("status", runTransitions.start.from);
  const fields = assign({
    status: runTransitions.start.to,
    startedAt: run.startedAt ?? isoTime(lease.nowMs),
    leaseToken: lease.leaseToken,
    leaseUntilMs: lease.untilMs,
  });
  const leased = await updateItem(table, runKey(run.organizationId, run.runId), {
    update: `${fields.update} ADD starts :one`,
    names: fields.names,
    values: { ...fields.values, ...allowed.values, ":now": lease.nowMs, ":one": 1 },
    condition: `${allowed.condition} AND (attribute_not_exists(leaseUntilMs) OR leaseUntilMs < :now)`,
  });
  const found = leased.item === null ? null : trusted<StoredRun & { leaseToken?: string }>(leased.item);
  if (found === null || (found.status !== "queued" && found.status !== "running")) return { outcome: "done" };
  // With our own token stored, the first try of this write succeeded and its response was lost.
  if (!leased.written && found.leaseToken !== lease.leaseToken) return { outcome: "busy" };
  return { outcome: "leased", run: { ...found, stages: found.stages ?? [] } };
}

/**
 * Stores the progress of a run.
 * @throws {ConditionFailed} when another worker has the lease, or the run has ended
 */
export async function recordStages(
  table: Table,
  run: RunRef,
  leaseToken: string,
  progress: { stages: readonly RunStage[]; checkpoints?: readonly Checkpoint[] },
): Promise<void> {
  await commit(table, [leasedUpdate(run, leaseToken, progress)]);
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
 * Stores the failure of a run.
 * @param failure `leaseToken`: of the worker that must have the lease; without one the run also fails while a worker has it.
 *   `unlessMoved`: the run fails only if its stages are still those of `run`
 * @returns false, and stores nothing, if the run had already ended, or its stages have changed
 * @throws {ConditionFailed} when a lease is needed, and another worker has it or the run has ended
 */
export async function failRun(
  table: Table,
  run: Pick<Run, "organizationId" | "runId" | "stages">,
  failure: {
    error: RunError;
    stages?: readonly RunStage[];
    nowMs: number;
    messages: readonly OutgoingMessage[];
    leaseToken?: string;
    unlessMoved?: boolean;
  },
): Promise<boolean> {
  const { leaseToken, unlessMoved = false } = failure;
  const allowed = isOneOf("status", runTransitions.fail.from);
  const fields = assign({
    status: runTransitions.fail.to,
    error: failure.error,
    finishedAt: isoTime(failure.nowMs),
    changedBy: table.executionId,
    ...failedRunIndexAttributes(run),
  });
  const conditions = [
    allowed.condition,
    ...(leaseToken === undefined ? [] : ["leaseToken = :leaseToken"]),
    ...(unlessMoved ? ["stages = :asRead"] : []),
  ];
  const end = {
    kind: "update" as const,
    key: runKey(run.organizationId, run.runId),
    ...fields,
    condition: conditions.join(" AND "),
    values: {
      ...fields.values,
      ...allowed.values,
      ...(leaseToken !== undefined && { ":leaseToken": leaseToken }),
      ...(unlessMoved && { ":asRead": run.stages }),
    },
  };
  const changes = [withoutStages(end), stagesPut(run, failure.stages ?? run.stages, failure.nowMs)];
  return commit(table, changes, {
    messages: failure.messages,
    onConditionFailed(failed) {
      if (leaseToken !== undefined) throw failed;
      return false;
    },
  });
}

function stagesPut({ organizationId, runId }: RunRef, stages: readonly RunStage[], nowMs: number): Change {
  const expiresAt = expiryOf(lifetimesMs.runStages, nowMs);
  return { kind: "put", item: { ...runStagesKey(organizationId, runId), runId, stages, expiresAt } };
}

type Update = Extract<Change, { kind: "update" }>;

const withoutStages = (end: Update): Update => ({
  ...end,
  update: `${end.update} REMOVE stages, checkpoints`,
});

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

/** Releases the lease of a run, so that the next try need not wait until it expires. This start is not counted. */
export async function releaseRun(table: Table, run: RunRef, leaseToken: string): Promise<void> {
  // The condition fails if another worker has acquired the lease: it keeps it.
  const release = leasedUpdate(run, leaseToken, { leaseUntilMs: 0 });
  const uncounted = {
    ...release,
    update: `${release.update} ADD starts :less`,
    values: { ...release.values, ":less": -1 },
  };
  await commit(table, [uncounted], { onConditionFailed: () => undefined });
}
