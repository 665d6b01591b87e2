import { createHmac } from "node:crypto";
import * as z from "zod/mini";
import { eventType } from "../../../functions/contract/schemas/event-type.ts";
import { eventData } from "../../../functions/contract/schemas/events.ts";
import { type EventData, type EventType, eventTypes } from "../../../functions/domain/event.ts";
import {
  type AnyTexts,
  type Component,
  id,
  type JsonSchema,
  type Text,
  type Texts,
  valuesOf,
} from "../component.ts";
import type { OpenApi, Operation } from "../document-types.ts";
import { exampleIds, exampleTimes, exampleWeekTimes } from "../example-story.ts";
import { deliveryHeaders, requestHeader } from "../headers.ts";
import { refTo } from "../json-schema.ts";
import { endsAtText, startsAtText } from "./analytics.ts";
import { examplePreviousSecret, exampleSecret } from "./webhooks.ts";

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

const organizationId: Text = id("org", "The organization that it happened in.");
const channelsText = "The channels.";
const runTexts = {
  runId: id("run", "The run."),
  pipelineId: id("pip", "Its pipeline."),
  brandId: id("brd", "The pipeline's brand."),
};
const postId = id("pst", "The post.");
const outputs = "The ids of the posts that the run made.";
const finishedAt = "When the run ended.";

/** What each field of an event's data means. */
const dataTexts: { [Type in EventType]: Texts<z.output<(typeof eventData)[Type]>> & AnyTexts } = {
  "post.scheduled": {
    organizationId,
    postId,
    scheduledAt: "When it will be published.",
    channels: channelsText,
  },
  "post.published": { organizationId, postId, publishedAt: "When it was published.", channels: channelsText },
  "post.failed": {
    organizationId,
    postId,
    failedAt: "When its publication was given up.",
    channels: channelsText,
    reason: "Why.",
  },
  "pipeline.run.completed": {
    organizationId,
    ...runTexts,
    status: "How the run ended.",
    outputs: `${outputs} Empty when it failed.`,
    error: "Why the run failed; `null` when it succeeded.",
    finishedAt,
  },
  "run.succeeded": { organizationId, ...runTexts, outputs, finishedAt },
  "trend.detected": {
    organizationId,
    trendId: id("trd", "The trend."),
    brandId: id("brd", "The brand whose pipeline found it."),
    pipelineId: runTexts.pipelineId,
    runId: id("run", "The run that found it."),
    topic: "What it is about.",
    score: "From 0 to 1: how good its items are, and how many carry it.",
    sources: "Where it was seen.",
    detectedAt: "When it was found.",
  },
  "analytics.weekly_ready": {
    organizationId,
    brandId: id("brd", "The brand."),
    week: "The week, as ISO 8601 numbers it: `2026-W47`.",
    startsAt: startsAtText,
    endsAt: endsAtText,
  },
  "webhook.test": {
    organizationId,
    webhookId: id("whk", "The subscription that is tried."),
    sentAt: "When the test was asked for.",
  },
};

/** When each event is sent (specification, section 6). */
const eventTexts: Record<EventType, string> = {
  "post.scheduled": "A post is queued for future publication.",
  "post.published": "A post is distributed to all target channels.",
  "post.failed": "The publication of a post has failed after all retries.",
  "analytics.weekly_ready": "The weekly digest of a brand is computed and can be read.",
  "pipeline.run.completed": "A run has ended, well or with an error.",
  "webhook.test": "Somebody tries a subscription. It has the form and the signature of every other event.",
  "run.succeeded": "A run has ended well.",
  "trend.detected": "A run has found a topic that several items or sources take up.",
};

/** `post.published` is PostPublishedEvent. */
function eventName(type: EventType): string {
  const words = type.split(/[._]/).map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `${words.join("")}Event`;
}

function eventComponent(type: EventType): Component {
  const schema = z.object({
    id: z.string(),
    type: z.literal(type),
    data: eventData[type],
    signature: z.optional(z.string()),
    ts: z.int(),
  });
  const data: AnyTexts = dataTexts[type];
  const fields: AnyTexts = {
    id: id(
      "evt",
      "Identifies the event: the same at every attempt, replay and endpoint. Drop one that you have already.",
    ),
    type: "The event's type.",
    data: ["What happened. New fields may come: ignore what you do not know.", data],
    signature: {
      text: "`v1=` and the hex HMAC-SHA256 of this body with the value of `signature` left empty; absent without a secret. Verify the header instead.",
      also: { pattern: "^v1=[0-9a-f]{64}$" },
    },
    ts: "When it happened, in Unix seconds.",
  };
  return { schema, io: "output", text: eventTexts[type], fields };
}

export const eventComponents: Record<string, Component> = {
  EventType: valuesOf(eventType, "A type of event. New ones may come."),
  ...Object.fromEntries(eventTypes.map((type) => [eventName(type), eventComponent(type)])),
};

const members = eventTypes.map((type) => ({ type, ref: refTo("schemas", eventName(type)) }));

/** The body of any delivery: its `type` says which. No zod schema: what tells its parts apart is a matter of OpenAPI. */
export const anyEvent: Readonly<Record<"WebhookEvent", JsonSchema>> = {
  WebhookEvent: {
    description: "The body of a delivery, of whatever type. New types may come.",
    oneOf: members.map(({ ref }) => ref),
    discriminator: {
      propertyName: "type",
      mapping: Object.fromEntries(members.map(({ type, ref }) => [type, ref.$ref])),
    },
  },
};

const signature: JsonSchema = { type: "string", pattern: "^v1=[0-9a-f]{64}$" };

/** Every event as it comes to a subscriber. */
export const webhooks: OpenApi["webhooks"] = Object.fromEntries(
  eventTypes.map((type) => [type, { post: delivery(type) }]),
);

function delivery(type: EventType): Operation {
  const { body, header: value, previousHeader } = exampleEvents[type];
  const name = eventName(type);
  return {
    operationId: `on${name}`,
    tags: ["Events"],
    summary: type,
    description: `${eventTexts[type]} At least once, in no promised order: drop an \`id\` that you have already.`,
    security: [],
    parameters: [
      requestHeader(
        "X-Service-Signature",
        `\`v1=\` and the lower-case hex HMAC-SHA256 of the body's exact bytes; the key is the subscription's secret in UTF-8. Absent without one. The examples' secret is \`${exampleSecret}\`, and their bodies are compact JSON with the keys in the order shown.`,
        signature,
        value,
      ),
      requestHeader(
        "X-Service-Signature-Previous",
        `The same under the secret before the last rotation, for as long as its grace lasts. That of the examples is \`${examplePreviousSecret}\`.`,
        signature,
        previousHeader,
      ),
      requestHeader("X-Service-Event", "The event's type.", { type: "string", const: type }, type, true),
      ...Object.keys(deliveryHeaders).map((one) => refTo("parameters", one)),
    ],
    requestBody: {
      required: true,
      content: {
        "application/json": {
          schema: refTo("schemas", name),
          examples: { delivery: { summary: eventTexts[type], value: body } },
        },
      },
    },
    responses: {
      "2XX": { description: "You have it. Answer within 10 seconds and do the work afterwards." },
      default: {
        description:
          "Anything else is a failure, a redirect too. The service tries again 10 s, 30 s, 90 s, 5 min and 30 min after the failure before; after the fifth the event is a dead letter.",
      },
    },
  };
}
