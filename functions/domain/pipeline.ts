import type { ChannelName } from "./channel.ts";
import type { OutgoingMessage } from "./message.ts";
import { isoTime } from "./time.ts";

export const pipelineStatuses = ["draft", "active", "paused"] as const;
type PipelineStatus = (typeof pipelineStatuses)[number];

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
  createdAt: string;
  updatedAt: string;
}

export function openPipeline(given: Omit<Pipeline, "createdAt" | "updatedAt">, nowMs: number): Pipeline {
  const createdAt = isoTime(nowMs);
  return { ...given, createdAt, updatedAt: createdAt };
}

/** The message that runs a pipeline at a time of its schedule, and calls for the time after that. */
export function tickMessage(
  pipeline: Pick<Pipeline, "id" | "organizationId">,
  schedule: string,
  atMs: number,
): OutgoingMessage {
  const { id: pipelineId, organizationId } = pipeline;
  return {
    queue: "runs",
    body: { kind: "schedule.tick", organizationId, pipelineId, schedule, at: isoTime(atMs) },
    notBeforeMs: atMs,
    group: organizationId,
  };
}
