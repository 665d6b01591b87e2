import type { ChannelName } from "./channel.ts";

/** The data of each event type, without `organizationId`, which every event also has (contract, section 5). */
export interface EventData {
  "post.scheduled": { postId: string; scheduledAt: string; channels: string[] };
  "post.published": { postId: string; publishedAt: string; channels: string[] };
  "post.failed": {
    postId: string;
    failedAt: string;
    channels: string[];
    reason: { code: string; message: string };
  };
  "pipeline.run.completed": {
    runId: string;
    pipelineId: string;
    brandId: string;
    status: "succeeded" | "failed";
    outputs: string[];
    error: { code: string; message: string } | null;
    finishedAt: string;
  };
  "run.succeeded": {
    runId: string;
    pipelineId: string;
    brandId: string;
    outputs: string[];
    finishedAt: string;
  };
  "trend.detected": {
    trendId: string;
    brandId: string;
    pipelineId: string;
    runId: string;
    topic: string;
    score: number;
    sources: string[];
    detectedAt: string;
  };
  "analytics.weekly_ready": { brandId: string; week: string; startsAt: string; endsAt: string };
  "channel.disconnected": {
    brandId: string;
    channel: ChannelName;
    reason: { code: string; message: string };
    disconnectedAt: string;
  };
  "webhook.test": { webhookId: string; sentAt: string };
  "post.changes_requested": {
    postId: string;
    brandId: string;
    commentId: string;
    comment: string;
    /** The name of the API key or of the review link. */
    requestedBy: string;
    requestedAt: string;
  };
  "post.approval_overdue": { postId: string; brandId: string; scheduledAt: string };
}

export type EventType = keyof EventData;

export const eventTypes = [
  "post.scheduled",
  "post.published",
  "post.failed",
  "analytics.weekly_ready",
  "pipeline.run.completed",
  "webhook.test",
  "run.succeeded",
  "trend.detected",
  "channel.disconnected",
  "post.changes_requested",
  "post.approval_overdue",
] as const satisfies readonly EventType[];

/** An event as subscribers receive it. `ts` is its time in Unix seconds. */
export interface ServiceEvent<Type extends EventType = EventType> {
  id: string;
  type: Type;
  data: EventData[Type] & { organizationId: string };
  ts: number;
}

/** Makes an event. The caller derives the id from the change, so that two tries of a change make the same event. */
export function serviceEvent<Type extends EventType>(
  id: string,
  type: Type,
  organizationId: string,
  data: EventData[Type],
  nowMs: number,
): ServiceEvent<Type> {
  return { id, type, data: { organizationId, ...data }, ts: Math.floor(nowMs / 1000) };
}
