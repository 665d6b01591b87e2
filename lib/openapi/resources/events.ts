import * as z from "zod/mini";
import { eventType } from "../../../functions/contract/schemas/event-type.ts";
import { eventData } from "../../../functions/contract/schemas/events.ts";
import { type EventType, eventTypes } from "../../../functions/domain/event.ts";
import {
  type AnyTexts,
  type Component,
  enumSchema,
  id,
  type JsonSchema,
  type Text,
  type Texts,
} from "../component.ts";
import type { OpenApi, Operation } from "../document-types.ts";
import { examplePreviousSecret, exampleSecret } from "../example-story.ts";
import { deliveryHeaders, requestHeader } from "../headers.ts";
import { refTo } from "../json-schema.ts";
import { endsAtText, startsAtText } from "./analytics.ts";
import { exampleEvents } from "./example-events.ts";

const organizationId: Text = id("org", "The id of the organization.");
const channelsText = "The channels of the post.";
const runTexts = {
  runId: id("run", "The id of the run."),
  pipelineId: id("pip", "The id of the pipeline."),
  brandId: id("brd", "The id of the pipeline's brand."),
};
const postId = id("pst", "The id of the post.");
const outputs = "The ids of the posts that the run created.";
const finishedAt = "When the run ended.";

/** The texts of the fields of each event's data. */
const dataTexts: { [Type in EventType]: Texts<z.output<(typeof eventData)[Type]>> & AnyTexts } = {
  "post.scheduled": {
    organizationId,
    postId,
    scheduledAt: "When the post will be published.",
    channels: channelsText,
  },
  "post.published": {
    organizationId,
    postId,
    publishedAt: "When the post was published.",
    channels: channelsText,
  },
  "post.failed": {
    organizationId,
    postId,
    failedAt: "When the publication finally failed.",
    channels: channelsText,
    reason: "Why the publication failed.",
  },
  "pipeline.run.completed": {
    organizationId,
    ...runTexts,
    status: "How the run ended.",
    outputs: `${outputs} Empty if the run failed.`,
    error: "Why the run failed; `null` if it succeeded.",
    finishedAt,
  },
  "run.succeeded": { organizationId, ...runTexts, outputs, finishedAt },
  "trend.detected": {
    organizationId,
    trendId: id("trd", "The id of the trend."),
    brandId: id("brd", "The id of the brand whose pipeline found the trend."),
    pipelineId: runTexts.pipelineId,
    runId: id("run", "The id of the run that found the trend."),
    topic: "The title of the trend: that of its best item.",
    score:
      "How far the mentions of the topic are above what is expected, in standard deviations. It is at least the brand's `trendThreshold`.",
    sources: "The names of the sources that report on the topic.",
    detectedAt: "When the trend was found.",
  },
  "analytics.weekly_ready": {
    organizationId,
    brandId: id("brd", "The id of the brand."),
    week: "The ISO 8601 week, such as `2026-W47`.",
    startsAt: startsAtText,
    endsAt: endsAtText,
  },
  "channel.disconnected": {
    organizationId,
    brandId: id("brd", "The id of the brand."),
    channel: "The channel that stopped working.",
    reason: "Why the platform no longer accepts the credentials.",
    disconnectedAt: "When the service noticed it.",
  },
  "webhook.test": {
    organizationId,
    webhookId: id("whk", "The id of the subscription that is tested."),
    sentAt: "When the test was requested.",
  },
  "post.changes_requested": {
    organizationId,
    postId,
    brandId: id("brd", "The brand of the post."),
    commentId: id("cmt", "The id of the comment."),
    comment: "What must change.",
    requestedBy: "The name of the API key or of the review link.",
    requestedAt: "When the changes were requested.",
  },
  "post.approval_overdue": {
    organizationId,
    postId,
    brandId: id("brd", "The brand of the post."),
    scheduledAt: "The time for which the post was planned.",
  },
};

/** When each event is sent (specification, section 6). */
const eventTexts: Record<EventType, string> = {
  "post.scheduled": "A post is queued for future publication.",
  "post.published": "A post is distributed to all target channels.",
  "post.failed": "The publication of a post has failed after all retries.",
  "analytics.weekly_ready": "The weekly digest of a brand is computed and can be read.",
  "pipeline.run.completed": "A run has ended, successfully or with an error.",
  "webhook.test":
    "Someone tests a subscription. The event has the same format and signature as every other event.",
  "run.succeeded": "A run has ended successfully.",
  "channel.disconnected":
    "A platform no longer accepts the credentials of a brand's channel. It is sent once, until the channel works again.",
  "trend.detected":
    "A run has found that a topic rises: the brand's sources report more on it than they usually do. It is sent once, and again only if the topic has faded and rises anew.",
  "post.changes_requested": "Someone has sent a post back, with a comment that says what must change.",
  "post.approval_overdue":
    "A post still waits for approval at the time for which it was planned. It is sent once for each time of a post.",
};

/** The component name of an event type: PostPublishedEvent for `post.published`. */
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
      "The id of the event. It is the same for every attempt, replay and endpoint: use it to ignore an event that you have already received.",
    ),
    type: "The type of the event.",
    data: ["The data of the event. New fields may be added: ignore the ones that you do not know.", data],
    signature: {
      text: "`v1=` and the hex HMAC-SHA256 of this body with an empty `signature`. Absent if the subscription has no secret. Verify the header `X-Service-Signature` instead.",
      also: { pattern: "^v1=[0-9a-f]{64}$" },
    },
    ts: "When the event happened, in Unix seconds.",
  };
  return { schema, io: "output", text: eventTexts[type], fields };
}

export const eventComponents: Record<string, Component> = {
  EventType: enumSchema(eventType, "A type of event. New types may be added."),
  ...Object.fromEntries(eventTypes.map((type) => [eventName(type), eventComponent(type)])),
};

const members = eventTypes.map((type) => ({ type, ref: refTo("schemas", eventName(type)) }));

/** The body of any delivery. It is no zod schema, because only OpenAPI has a discriminator. */
export const anyEvent: Readonly<Record<"WebhookEvent", JsonSchema>> = {
  WebhookEvent: {
    description: "The body of a delivery of any type. New types may be added.",
    oneOf: members.map(({ ref }) => ref),
    discriminator: {
      propertyName: "type",
      mapping: Object.fromEntries(members.map(({ type, ref }) => [type, ref.$ref])),
    },
  },
};

const signature: JsonSchema = { type: "string", pattern: "^v1=[0-9a-f]{64}$" };

/** The request that a subscriber's endpoint gets for each type of event. */
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
    description: `${eventTexts[type]} Each event is delivered at least once, in no guaranteed order: ignore an event whose \`id\` you have already received.`,
    security: [],
    parameters: [
      requestHeader(
        "X-Service-Signature",
        `\`v1=\` and the lower-case hex HMAC-SHA256 of the exact bytes of the body. The HMAC key is the subscription's secret in UTF-8. Absent if the subscription has no secret. The examples use the secret \`${exampleSecret}\`; their bodies are compact JSON with the keys in the order shown.`,
        signature,
        value,
      ),
      requestHeader(
        "X-Service-Signature-Previous",
        `The same signature with the previous secret. Sent after a rotation, until the grace period ends. The examples use the previous secret \`${examplePreviousSecret}\`.`,
        signature,
        previousHeader,
      ),
      requestHeader("X-Service-Event", "The type of the event.", { type: "string", const: type }, type, true),
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
      "2XX": {
        description:
          "Your endpoint has received the event. Return this status within 10 seconds and process the event afterwards.",
      },
      default: {
        description:
          "Every other status is a failure, including a redirect. The service retries 10 s, 30 s, 90 s, 5 min and 30 min after the previous failure. After the fifth failed attempt the event becomes a dead letter; the sixth attempt is the last.",
      },
    },
  };
}
