import { eventMessage } from "./event-message.ts";
import type { ModelUsage } from "./generator.ts";
import type { OutgoingMessage } from "./message.ts";
import { isoTime } from "./time.ts";
import { assertAllowed, type Transition } from "./transition.ts";

export const runStatuses = ["queued", "running", "succeeded", "failed"] as const;
export type RunStatus = (typeof runStatuses)[number];

export const runTransitions = {
  /** A run whose worker died is started again by the next worker that gets its message. */
  start: { from: ["queued", "running"], to: "running" },
  succeed: { from: ["running"], to: "succeeded" },
  fail: { from: ["queued", "running"], to: "failed" },
  cancel: { from: ["queued", "running"], to: "failed" },
} as const satisfies Record<string, Transition<RunStatus>>;

export const runStages = ["discover", "rank", "write", "plan"] as const;
export type RunStageName = (typeof runStages)[number];

export interface RunStage {
  name: RunStageName;
  status: "pending" | "running" | "succeeded" | "failed";
  startedAt: string | null;
  finishedAt: string | null;
  /** A summary of the stage's result, such as "57 items of 2 sources". */
  detail: string | null;
}

export interface RunError {
  code: string;
  message: string;
}

/** Names a stored result of a run: that of a stage, or of a part of the stage's work. */
export interface Checkpoint {
  stage: Extract<RunStageName, "rank" | "write">;
  id: string;
  /** In how many items it is stored. */
  parts: number;
}

export interface Run {
  runId: string;
  organizationId: string;
  pipelineId: string;
  brandId: string;
  trigger: "manual" | "schedule";
  status: RunStatus;
  outputs: string[];
  stages: RunStage[];
  error: RunError | null;
  createdAt: string;
  startedAt: string | null;
  finishedAt: string | null;
  /** What the run keeps for a worker that takes it over. Clients do not see it. @default nothing */
  checkpoints?: Checkpoint[];
  /** How many workers have started the run and have neither ended nor released it. @default none */
  starts?: number;
  /** What its model calls used. Absent before the end of the run, and if no model wrote its posts. */
  usage?: ModelUsage | null;
}

/** So many workers may die while they execute a run. Then the run fails, because it may be what makes them die. */
export const startsMax = 3;

export function pendingStages(): RunStage[] {
  return runStages.map((name) => ({
    name,
    status: "pending",
    startedAt: null,
    finishedAt: null,
    detail: null,
  }));
}

export function queueRun(
  given: Pick<Run, "runId" | "organizationId" | "pipelineId" | "brandId" | "trigger">,
  nowMs: number,
): Run {
  return {
    ...given,
    status: "queued",
    outputs: [],
    stages: pendingStages(),
    error: null,
    createdAt: isoTime(nowMs),
    startedAt: null,
    finishedAt: null,
  };
}

/** Returns the stages with a new status of one of them. */
export function withStage(
  stages: readonly RunStage[],
  name: RunStageName,
  status: "running" | "succeeded" | "failed",
  detail: string | null,
  nowMs: number,
): RunStage[] {
  return stages.map((stage) => {
    if (stage.name !== name) return stage;
    if (status === "running")
      return { ...stage, status, startedAt: isoTime(nowMs), finishedAt: null, detail };
    return { ...stage, status, finishedAt: isoTime(nowMs), detail };
  });
}

/** Returns the stages of a run that a worker takes over: those behind the finished ones are pending again. */
export function resumedStages(stages: readonly RunStage[]): RunStage[] {
  const done = stages.findIndex(({ status }) => status !== "succeeded");
  return done < 0 ? [...stages] : [...stages.slice(0, done), ...pendingStages().slice(done)];
}

function stoppedStages(stages: readonly RunStage[], reason: string, nowMs: number): RunStage[] {
  return stages.map((stage) =>
    stage.status === "running"
      ? { ...stage, status: "failed", finishedAt: isoTime(nowMs), detail: reason }
      : stage,
  );
}

/** Returns a run that a client has cancelled. @throws unprocessable when the run has ended */
export function cancelledRun(run: Run, nowMs: number): Run & { error: RunError } {
  assertAllowed(runTransitions.cancel, run.status, "run", "cancelled");
  const error = { code: "cancelled", message: "The run was cancelled." };
  return {
    ...run,
    status: runTransitions.cancel.to,
    error,
    stages: stoppedStages(run.stages, error.message, nowMs),
    finishedAt: isoTime(nowMs),
  };
}

/** The message that executes a run. */
export function runMessage({
  organizationId,
  runId,
}: Pick<Run, "organizationId" | "runId">): OutgoingMessage {
  return {
    queue: "runs",
    body: { kind: "run.execute", organizationId, runId },
    notBeforeMs: 0,
    group: organizationId,
  };
}

/** The messages of a run's failure: the event that every run ends with. */
export function failedRunMessages(
  run: Run,
  error: RunError,
  eventId: string,
  nowMs: number,
): OutgoingMessage[] {
  const { organizationId, runId, pipelineId, brandId } = run;
  const data = {
    runId,
    pipelineId,
    brandId,
    status: "failed" as const,
    outputs: [],
    error,
    finishedAt: isoTime(nowMs),
  };
  return [eventMessage(eventId, "pipeline.run.completed", organizationId, data, nowMs)];
}

/** What is stored when something other than its worker ends a run: its running stage has failed too. */
export function stoppedRun(run: Run, error: RunError, eventId: string, nowMs: number) {
  return {
    error,
    stages: stoppedStages(run.stages, error.message, nowMs),
    nowMs,
    messages: failedRunMessages(run, error, eventId, nowMs),
  };
}

/** The messages of a run's success: the event that every run ends with, and the event of the success. */
export function succeededRunMessages(
  run: Run,
  outputs: readonly string[],
  newEventId: () => string,
  nowMs: number,
): OutgoingMessage[] {
  const { organizationId, runId, pipelineId, brandId } = run;
  const ended = { runId, pipelineId, brandId, outputs: [...outputs], finishedAt: isoTime(nowMs) };
  const completed = { ...ended, status: "succeeded" as const, error: null };
  return [
    eventMessage(newEventId(), "pipeline.run.completed", organizationId, completed, nowMs),
    eventMessage(newEventId(), "run.succeeded", organizationId, ended, nowMs),
  ];
}
