import * as z from "zod/mini";
import type { EventData, EventType } from "../../domain/event.ts";
import { channel } from "./channel.ts";
import { failure } from "./failure.ts";
import { timestamp } from "./fields.ts";

const channels = z.array(channel);
const run = { runId: z.string(), pipelineId: z.string(), brandId: z.string() };
const outputs = z.array(z.string());

type Data<Type extends EventType> = EventData[Type] & { organizationId: string };
type Schema<Type extends EventType> = z.ZodMiniObject & z.ZodMiniType<Data<Type>>;

function data<const Fields extends z.core.$ZodLooseShape>(fields: Fields) {
  return z.object({ organizationId: z.string(), ...fields });
}

/** The data of each event type (contract, section 5). */
export const eventData = {
  "post.scheduled": data({ postId: z.string(), scheduledAt: timestamp, channels }),
  "post.published": data({ postId: z.string(), publishedAt: timestamp, channels }),
  "post.failed": data({ postId: z.string(), failedAt: timestamp, channels, reason: failure }),
  "pipeline.run.completed": data({
    ...run,
    status: z.enum(["succeeded", "failed"]),
    outputs,
    error: z.nullable(failure),
    finishedAt: timestamp,
  }),
  "run.succeeded": data({ ...run, outputs, finishedAt: timestamp }),
  "trend.detected": data({
    trendId: z.string(),
    brandId: z.string(),
    pipelineId: z.string(),
    runId: z.string(),
    topic: z.string(),
    score: z.number(),
    sources: z.array(z.string()),
    detectedAt: timestamp,
  }),
  "analytics.weekly_ready": data({
    brandId: z.string(),
    week: z.string(),
    startsAt: timestamp,
    endsAt: timestamp,
  }),
  "channel.disconnected": data({ brandId: z.string(), channel, reason: failure, disconnectedAt: timestamp }),
  "webhook.test": data({ webhookId: z.string(), sentAt: timestamp }),
  "post.changes_requested": data({
    postId: z.string(),
    brandId: z.string(),
    commentId: z.string(),
    comment: z.string(),
    requestedBy: z.string(),
    requestedAt: timestamp,
  }),
  "post.approval_overdue": data({ postId: z.string(), brandId: z.string(), scheduledAt: timestamp }),
} as const satisfies { [Type in EventType]: Schema<Type> };
