import type { OutgoingMessage } from "../domain/message.ts";
import type { Post } from "../domain/post.ts";
import { type Run, type RunError, type RunStage, runTransitions } from "../domain/run.ts";
import { isoTime } from "../domain/time.ts";
import { trusted } from "../domain/trusted.ts";
import { runIndexAttributes, runKey, runsOfPipeline } from "./keys.ts";
import { postInsert } from "./posts.ts";
import type { Change, Item } from "./store/change.ts";
import { commit } from "./store/commit.ts";
import { type Order, pageOfKeys } from "./store/list.ts";
import { readIndexed, readItem } from "./store/read.ts";
import type { Table } from "./store/table.ts";
import { assign, isOneOf } from "./store/update.ts";

/** Stores a new run. What stands under its id is this run: an earlier try of the same request stored it. */
export async function insertRun(table: Table, run: Run, messages: readonly OutgoingMessage[]): Promise<void> {
  await commit(table, [runInsert(run)], { messages, onConditionFailed: () => undefined });
}

/** The write that makes a run. */
export function runInsert(run: Run): Change {
  const item = { ...runKey(run.organizationId, run.runId), ...run, ...runIndexAttributes(run) };
  return { kind: "put", item, condition: "attribute_not_exists(pk)" };
}

export function readRun(table: Table, organizationId: string, runId: string): Promise<Run | null> {
  return readItem<Run>(table, runKey(organizationId, runId));
}

/** One page of a pipeline's runs, in the order of their making: also those of a pipeline that is deleted since. */
export async function pageOfRuns(
  table: Table,
  organizationId: string,
  pipelineId: string,
  { order, limit, after }: { order: Order; limit: number; after: string | null },
): Promise<{ rows: Run[]; next: string | null }> {
  const list = {
    indexName: "parentByCreated",
    partitionName: "parentList",
    partition: runsOfPipeline(organizationId, pipelineId),
    sortName: "createdSort",
  };
  const { keys, next } = await pageOfKeys(table, [list], order, limit, after);
  return { rows: await readIndexed<Run>(table, keys), next };
}

type RunRef = Pick<Run, "organizationId" | "runId">;

/**
 * Claims a run for one worker until the lease ends; a worker that died leaves it to the next one.
 * Answers "done" when the run has ended and "busy" while another worker's lease lasts.
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

/** Shows how far a run has come. Loses against nobody: only the holder of the lease writes. */
export async function recordStages(
  table: Table,
  run: RunRef,
  leaseToken: string,
  stages: readonly RunStage[],
): Promise<void> {
  await commit(table, [whileHeld(run, leaseToken, { stages })]);
}

/** Ends a run well: its posts, its outputs and every message that follows appear together. */
export async function completeRun(
  table: Table,
  run: RunRef,
  leaseToken: string,
  ended: {
    posts: readonly Post[];
    alongside?: readonly Change[];
    stages: readonly RunStage[];
    nowMs: number;
    messages: readonly OutgoingMessage[];
  },
): Promise<void> {
  const { posts, alongside = [], stages, nowMs, messages } = ended;
  const end = whileHeld(run, leaseToken, {
    status: runTransitions.succeed.to,
    outputs: posts.map(({ id }) => id),
    stages,
    finishedAt: isoTime(nowMs),
  });
  await commit(table, [end, ...posts.map(postInsert), ...alongside], { messages });
}

/** Ends a run in error, whoever holds it. Answers false when it had ended already. */
export async function failRun(
  table: Table,
  run: RunRef,
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
    stages: failure.stages,
    finishedAt: isoTime(failure.nowMs),
  });
  const end: Change = {
    kind: "update",
    key: runKey(run.organizationId, run.runId),
    ...fields,
    condition: allowed.condition,
    values: { ...fields.values, ...allowed.values },
  };
  return commit(table, [end], { messages: failure.messages, onConditionFailed: () => false });
}

function whileHeld(run: RunRef, leaseToken: string, fields: Item): Change {
  const { update, names, values } = assign(fields);
  return {
    kind: "update",
    key: runKey(run.organizationId, run.runId),
    update,
    names: { ...names, "#status": "status" },
    values: { ...values, ":held": runTransitions.succeed.from[0], ":leaseToken": leaseToken },
    condition: "#status = :held AND leaseToken = :leaseToken",
  };
}

/** Gives a run up for the next try, without waiting for the lease to end. */
export async function releaseRun(table: Table, run: RunRef, leaseToken: string): Promise<void> {
  // The condition fails when another worker has the lease by now: it keeps it.
  const release = whileHeld(run, leaseToken, { leaseUntilMs: 0 });
  await commit(table, [release], { onConditionFailed: () => undefined });
}
