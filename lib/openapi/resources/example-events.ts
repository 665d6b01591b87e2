import { createHmac } from "node:crypto";
import type { EventData, EventType } from "../../../functions/domain/event.ts";
import {
  exampleIds,
  examplePreviousSecret,
  exampleSecret,
  exampleTimes,
  exampleWeekTimes,
} from "../example-story.ts";

/** The body of a delivery, with its keys in order, and its two signature headers for the examples' two secrets. */
interface ExampleEvent<Type extends EventType> {
  body: {
    id: string;
    type: Type;
    data: { organizationId: string } & EventData[Type];
    signature: string;
    ts: number;
  };
  header: string;
  previousHeader: string;
}

const { org, brd, pip, run, pst, trd, whk, evt } = exampleIds;
const { made, changed, due } = exampleTimes;
const { week, startsAt, endsAt } = exampleWeekTimes;
const channels = ["feed"];

function event<Type extends EventType>(type: Type, at: string, data: EventData[Type]): ExampleEvent<Type> {
  const unsigned = {
    id: evt,
    type,
    data: { organizationId: org, ...data },
    signature: "",
    ts: Date.parse(at) / 1000,
  };
  const body = { ...unsigned, signature: signatureOf(unsigned, exampleSecret) };
  return {
    body,
    header: signatureOf(body, exampleSecret),
    previousHeader: signatureOf(body, examplePreviousSecret),
  };
}

function signatureOf(body: object, secret: string): string {
  return `v1=${createHmac("sha256", secret).update(JSON.stringify(body)).digest("hex")}`;
}

export const exampleEvents: { [Type in EventType]: ExampleEvent<Type> } = {
  "post.scheduled": event("post.scheduled", changed, { postId: pst, scheduledAt: due, channels }),
  "post.published": event("post.published", due, { postId: pst, publishedAt: due, channels }),
  "post.failed": event("post.failed", due, {
    postId: pst,
    failedAt: due,
    channels,
    reason: {
      code: "outcome_unknown",
      message:
        "Publishing was interrupted before the channel confirmed it. Check the channel before you retry.",
    },
  }),
  "analytics.weekly_ready": event("analytics.weekly_ready", endsAt, {
    brandId: brd,
    week,
    startsAt,
    endsAt,
  }),
  "pipeline.run.completed": event("pipeline.run.completed", made, {
    runId: run,
    pipelineId: pip,
    brandId: brd,
    status: "succeeded",
    outputs: [pst],
    error: null,
    finishedAt: made,
  }),
  "channel.disconnected": event("channel.disconnected", changed, {
    brandId: brd,
    channel: "webhook",
    reason: {
      code: "credentials_invalid",
      message: "The endpoint rejected the check with status 410.",
    },
    disconnectedAt: changed,
  }),
  "webhook.test": event("webhook.test", changed, { webhookId: whk, sentAt: changed }),
  "run.succeeded": event("run.succeeded", made, {
    runId: run,
    pipelineId: pip,
    brandId: brd,
    outputs: [pst],
    finishedAt: made,
  }),
  "trend.detected": event("trend.detected", made, {
    trendId: trd,
    brandId: brd,
    pipelineId: pip,
    runId: run,
    topic: "Champions of milk and espresso meet in Trieste",
    score: 4.83,
    sources: ["Coffee Daily", "The Barista"],
    detectedAt: made,
  }),
  "post.changes_requested": event("post.changes_requested", changed, {
    postId: pst,
    brandId: brd,
    commentId: exampleIds.cmt,
    comment: "Please name the champions.",
    requestedBy: "Ada of Acme",
    requestedAt: changed,
  }),
  "post.approval_overdue": event("post.approval_overdue", due, {
    postId: pst,
    brandId: brd,
    scheduledAt: due,
  }),
};
