import type { ChannelName } from "./channel.ts";
import { invalid, unprocessable } from "./errors.ts";
import type { OutgoingMessage, Tick } from "./message.ts";
import { isOverdue } from "./overdue.ts";
import { changeTime, isoTime } from "./time.ts";
import { assertAllowed, type Transition } from "./transition.ts";

export const pipelineStatuses = ["draft", "active", "paused"] as const;
type PipelineStatus = (typeof pipelineStatuses)[number];

/** Nothing becomes a draft again. */
const pipelineTransitions = {
  activate: { from: ["draft", "paused"], to: "active" },
  pause: { from: ["active"], to: "paused" },
} as const satisfies Record<string, Transition<PipelineStatus>>;

export interface FeedSource {
  type: "feed";
  url: string;
}

export interface Pipeline {
  id: string;
  organizationId: string;
  brandId: string;
  name: string;
  status: PipelineStatus;
  /** Cron in the brand's time zone; null runs only when triggered. */
  schedule: string | null;
  sources: FeedSource[];
  topics: string[];
  channels: ChannelName[];
  /** Posts a run makes for each channel. */
  postsPerRun: number;
  generator: { type: "template" };
  /** When its schedule has it run next; null while it is not active or has no schedule. Clients do not see it. */
  nextTick: Tick | null;
  createdAt: string;
  updatedAt: string;
}

/** What a client may say of a pipeline, at once and later. */
type Given = Pick<
  Pipeline,
  "name" | "status" | "schedule" | "sources" | "topics" | "channels" | "postsPerRun" | "generator"
>;

/** A run stores all its posts in one transaction of at most 100 items: some are needed for the run and its messages. */
const postsPerRunTimesChannelsMax = 90;

/** @throws validation_error when a run could make more posts than one transaction stores (contract, section 4) */
function assertFitsOneTransaction({
  postsPerRun,
  channels,
}: Pick<Pipeline, "postsPerRun" | "channels">): void {
  if (postsPerRun * channels.length <= postsPerRunTimesChannelsMax) return;
  const reason = `times the number of channels must be at most ${postsPerRunTimesChannelsMax}`;
  throw invalid([{ field: "postsPerRun", reason }]);
}

/** A new pipeline, of which nothing is planned yet. @throws validation_error for too many posts in a run */
export function openPipeline(
  given: Given & Pick<Pipeline, "id" | "organizationId" | "brandId">,
  nowMs: number,
): Pipeline {
  assertFitsOneTransaction(given);
  const createdAt = isoTime(nowMs);
  return { ...given, nextTick: null, createdAt, updatedAt: createdAt };
}

/**
 * What becomes of a pipeline by a change of it, but for what is planned.
 * @throws unprocessable when its status does not lead to the one that is asked for; validation_error for too many
 *   posts in a run
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
 * From when on a changed pipeline is to be planned anew; null where what is planned stays as it is: a schedule that is
 * said again is none. One that waits for an overdue time is planned from that time on, so that it is called for again.
 */
export function replanFromMs(known: Pipeline, changed: Pipeline, nowMs: number): number | null {
  if (changed.schedule !== known.schedule || changed.status !== known.status) return nowMs;
  if (known.nextTick === null) return null;
  const dueMs = Date.parse(known.nextTick.at);
  return isOverdue(dueMs, nowMs) ? dueMs - 1 : null;
}

/** A status that it has already is no change. */
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

/** The message that runs a pipeline at a time of its schedule, and calls for the time after that. */
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
