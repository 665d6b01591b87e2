import type { EventData, EventType } from "../../../domain/event.ts";
import { exampleIds, exampleTimes } from "./ids.ts";

/** A delivery's body in the order of its keys, and the header over its bytes, signed with the examples' secret. */
interface ExampleEvent<Type extends EventType> {
  body: {
    id: string;
    type: Type;
    data: { organizationId: string } & EventData[Type];
    signature: string;
    ts: number;
  };
  header: string;
}

const { org, brd, pip, run, pst, trd, whk, evt } = exampleIds;
const { changed, due } = exampleTimes;
const channels = ["feed"];

function event<Type extends EventType>(
  type: Type,
  data: EventData[Type],
  { inBody, header }: { inBody: string; header: string },
): ExampleEvent<Type> {
  const signature = `v1=${inBody}`;
  return {
    body: {
      id: evt,
      type,
      data: { organizationId: org, ...data },
      signature,
      ts: Date.parse(changed) / 1000,
    },
    header: `v1=${header}`,
  };
}

export const exampleEvents: { [Type in EventType]: ExampleEvent<Type> } = {
  "post.scheduled": event(
    "post.scheduled",
    { postId: pst, scheduledAt: due, channels },
    {
      inBody: "d9024de32d0f1574764a1cf6ccfa3ad04688d16fff1133cc2426fcf3b35a23c5",
      header: "4d76174c56c823765e718ff426a8a826c30312159df1c6ce2b7281da7c628714",
    },
  ),
  "post.published": event(
    "post.published",
    { postId: pst, publishedAt: changed, channels },
    {
      inBody: "0d1c6599b00c637cc0cec82140463c848bda453d0a85e7ecc3656c5b07f01abf",
      header: "c328d8ed97f2cb1ec23cde9117e46048a054e11ffcae62b4c7f08228b5af711b",
    },
  ),
  "post.failed": event(
    "post.failed",
    {
      postId: pst,
      failedAt: changed,
      channels,
      reason: {
        code: "outcome_unknown",
        message:
          "Publishing was interrupted before the channel confirmed it: look there before you try again.",
      },
    },
    {
      inBody: "0b12e97f0a233887bd301d7b1d3cde1953b0c29acd9adfedfe18265b7f4b5a7e",
      header: "b2ed46456ca01665e58106737009001d15a62dc373790997594a3129e6394788",
    },
  ),
  "analytics.weekly_ready": event(
    "analytics.weekly_ready",
    {
      brandId: brd,
      week: "2026-W46",
      startsAt: "2026-11-08T23:00:00.000Z",
      endsAt: "2026-11-15T23:00:00.000Z",
    },
    {
      inBody: "2e80960516541398e2b955725818d9b3d01c01e89aaab0dc0bb715e3287f8f89",
      header: "f643aaa0a23eb217aebf5fbb5fea20d1678a6acf19fdfeaefdc245105037b82c",
    },
  ),
  "pipeline.run.completed": event(
    "pipeline.run.completed",
    {
      runId: run,
      pipelineId: pip,
      brandId: brd,
      status: "succeeded",
      outputs: [pst],
      error: null,
      finishedAt: changed,
    },
    {
      inBody: "48f11adf9a4fe9a27a6b79e208a8bb967ed099fd3299583b9f5e4d4d81baac43",
      header: "be3644b6400158c06150f04f65829b956d62acae8f2f4be47176b9583be72170",
    },
  ),
  "webhook.test": event(
    "webhook.test",
    { webhookId: whk, sentAt: changed },
    {
      inBody: "7c4340517e27d33b6ca73b2beaa7590cda4093004408bca4667227f0a5e3e199",
      header: "33fd56f142846f20d0630b362489f1164ed208952ee7f65b73525ec7bb058248",
    },
  ),
  "run.succeeded": event(
    "run.succeeded",
    { runId: run, pipelineId: pip, brandId: brd, outputs: [pst], finishedAt: changed },
    {
      inBody: "ac5e7f77ede8637e2aad33c5a4eedb779f0ec865f36e719d9a00b0aab506aa41",
      header: "c6e9d7c44b580016e7f76508300e1340767667ea91efc2dba799371f01e26c6b",
    },
  ),
  "trend.detected": event(
    "trend.detected",
    {
      trendId: trd,
      brandId: brd,
      pipelineId: pip,
      runId: run,
      topic: "espresso",
      score: 0.82,
      sources: ["https://example.com/news.xml"],
      detectedAt: changed,
    },
    {
      inBody: "61d359655fa228551b55905693c6d55db8f9ea70265c96d94fb7919c9d385638",
      header: "55738bbd7b7234cf2d7be30d26e81987d419011cdedaf4be70e660c8d3917224",
    },
  ),
};
