import type { EventData, EventType } from "../../../domain/event.ts";
import { exampleIds, exampleTimes, exampleWeekTimes } from "./ids.ts";
import { exampleSignatures } from "./signatures.ts";

/** A delivery's body in the order of its keys, and the headers over its bytes under the examples' two secrets. */
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
  const { inBody, header, previousHeader } = exampleSignatures[type];
  return {
    body: {
      id: evt,
      type,
      data: { organizationId: org, ...data },
      signature: `v1=${inBody}`,
      ts: Date.parse(at) / 1000,
    },
    header: `v1=${header}`,
    previousHeader: `v1=${previousHeader}`,
  };
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
      message: "Publishing was interrupted before the channel confirmed it: look there before you try again.",
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
    topic: "espresso",
    score: 0.82,
    sources: ["https://example.com/news.xml"],
    detectedAt: made,
  }),
};
