import * as z from "zod/mini";
import { type EventType, eventTypes } from "../../../domain/event.ts";
import { eventType } from "../../schemas/event-type.ts";
import { eventData } from "../../schemas/events.ts";
import { refTo } from "../json-schema.ts";
import {
  type AnyTexts,
  type Component,
  id,
  type JsonSchema,
  type Text,
  type Texts,
  valuesOf,
} from "../texts.ts";
import { endsAt, startsAt } from "./runs.ts";

const organizationId: Text = id("org", "The organization that it happened in.");
const channels = "The channels.";
const run = {
  runId: id("run", "The run."),
  pipelineId: id("pip", "Its pipeline."),
  brandId: id("brd", "The pipeline's brand."),
};
const postId = id("pst", "The post.");
const outputs = "The ids of the posts that the run made.";
const finishedAt = "When the run ended.";

/** What each field of an event's data means. */
const dataTexts: { [Type in EventType]: Texts<z.output<(typeof eventData)[Type]>> & AnyTexts } = {
  "post.scheduled": { organizationId, postId, scheduledAt: "When it will be published.", channels },
  "post.published": { organizationId, postId, publishedAt: "When it was published.", channels },
  "post.failed": {
    organizationId,
    postId,
    failedAt: "When its publication was given up.",
    channels,
    reason: "Why.",
  },
  "pipeline.run.completed": {
    organizationId,
    ...run,
    status: "How the run ended.",
    outputs: `${outputs} Empty when it failed.`,
    error: "Why the run failed; `null` when it succeeded.",
    finishedAt,
  },
  "run.succeeded": { organizationId, ...run, outputs, finishedAt },
  "trend.detected": {
    organizationId,
    trendId: id("trd", "The trend."),
    brandId: id("brd", "The brand whose pipeline found it."),
    pipelineId: run.pipelineId,
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
    startsAt,
    endsAt,
  },
  "webhook.test": {
    organizationId,
    webhookId: id("whk", "The subscription that is tried."),
    sentAt: "When the test was asked for.",
  },
};

/** When each event is sent (specification, section 6). */
export const eventTexts: Record<EventType, string> = {
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
export function eventName(type: EventType): string {
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
