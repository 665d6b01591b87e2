import type { ChannelName } from "./channel.ts";
import { invalid, unprocessable } from "./errors.ts";
import type { Generator } from "./generator.ts";
import type { OutgoingMessage, Tick } from "./message.ts";
import { isOverdue } from "./overdue.ts";
import type { Source } from "./source.ts";
import { changeTime, isoTime } from "./time.ts";
import { assertAllowed, type Transition } from "./transition.ts";

export const pipelineStatuses = ["draft", "active", "paused"] as const;
export type PipelineStatus = (typeof pipelineStatuses)[number];

/** No transition leads back to draft. */
const pipelineTransitions = {
  activate: { from: ["draft", "paused"], to: "active" },
  pause: { from: ["active"], to: "paused" },
} as const satisfies Record<string, Transition<PipelineStatus>>;

export interface Pipeline {
  id: string;
  organizationId: string;
  brandId: string;
  name: string;
  status: PipelineStatus;
  /** A cron expression in the brand's time zone; null if runs are triggered by clients only. */
  schedule: string | null;
  sources: Source[];
  topics: string[];
  channels: ChannelName[];
  /** How many posts a run makes for each channel. */
  postsPerRun: number;
  generator: Generator;
  /** The next scheduled run; null while the pipeline is not active or has no schedule. Clients do not see it. */
  nextTick: Tick | null;
  createdAt: string;
  updatedAt: string;
}

/** The fields that a client can set and change. */
type Given = Pick<
  Pipeline,
  "name" | "status" | "schedule" | "sources" | "topics" | "channels" | "postsPerRun" | "generator"
>;

/** A run stores all its posts in one transaction of at most 100 items. Some items are for the run and its messages. */
export const postsPerRunTimesChannelsMax = 90;

/** @throws validation_error when a run could make more posts than one transaction stores (contract, section 4) */
function assertFitsOneTransaction({
  postsPerRun,
  channels,
}: Pick<Pipeline, "postsPerRun" | "channels">): void {
  if (postsPerRun * channels.length <= postsPerRunTimesChannelsMax) return;
  const reason = `times the number of channels must be at most ${postsPerRunTimesChannelsMax}`;
  throw invalid([{ field: "postsPerRun", reason }]);
}

/**
 * Returns a new pipeline without a next tick.
 * @throws validation_error for too many posts in a run
 */
export function openPipeline(
  given: Given & Pick<Pipeline, "id" | "organizationId" | "brandId">,
  nowMs: number,
): Pipeline {
  assertFitsOneTransaction(given);
  const createdAt = isoTime(nowMs);
  return { ...given, nextTick: null, createdAt, updatedAt: createdAt };
}

/**
 * Returns the pipeline with changes, but with the same next tick.
 * @throws unprocessable when no transition leads to the new status; validation_error for too many posts in a run
 */
export function changePipeline(
  pipeline: Pipeline,
  given: { [Name in keyof Given]?: Given[Name] | undefined },
  nowMs: number,
): Pipeline {
  if (given.status !== undefined) assertReachable(given.status, pipeline.status);
  const changed = {
    ...pipeline,
    name: given.name ?? pipeline.name,
    status: given.status ?? pipeline.status,
    schedule: given.schedule === undefined ? pipeline.schedule : given.schedule,
    sources: given.sources ?? pipeline.sources,
    topics: given.topics ?? pipeline.topics,
    channels: given.channels ?? pipeline.channels,
    postsPerRun: given.postsPerRun ?? pipeline.postsPerRun,
    generator: given.generator ?? pipeline.generator,
    updatedAt: changeTime(pipeline, nowMs),
  };
  assertFitsOneTransaction(changed);
  return changed;
}

/**
 * Returns the time after which the next tick of a changed pipeline must be planned, in epoch milliseconds; null if the
 * next tick stays. If the pipeline waits for an overdue tick, this is just before that tick, so that its message is
 * sent again.
 */
export function replanFromMs(known: Pipeline, changed: Pipeline, nowMs: number): number | null {
  if (changed.schedule !== known.schedule || changed.status !== known.status) return nowMs;
  if (known.nextTick === null) return null;
  const dueMs = Date.parse(known.nextTick.at);
  return isOverdue(dueMs, nowMs) ? dueMs - 1 : null;
}

/** The current status is always allowed. */
function assertReachable(wanted: PipelineStatus, status: PipelineStatus): void {
  if (wanted === status) return;
  switch (wanted) {
    case "active":
      return assertAllowed(pipelineTransitions.activate, status, "pipeline", "activated");
    case "paused":
      return assertAllowed(pipelineTransitions.pause, status, "pipeline", "paused");
    case "draft":
      throw unprocessable(
        `A pipeline in status ${status} cannot become a draft again: only a new pipeline can be one.`,
      );
  }
}

/** The message that runs a pipeline at a tick of its schedule and plans the next tick. */
export function tickMessage(
  { id: pipelineId, organizationId }: Pick<Pipeline, "id" | "organizationId">,
  tick: Tick,
): OutgoingMessage {
  return {
    queue: "runs",
    body: { kind: "schedule.tick", organizationId, pipelineId, tick },
    notBeforeMs: Date.parse(tick.at),
    group: organizationId,
  };
}
