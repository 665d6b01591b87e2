import type * as z from "zod/mini";
import type { deliveryRoutes } from "../../../functions/contract/routes/deliveries.ts";
import type { webhookRoutes } from "../../../functions/contract/routes/webhooks.ts";
import * as webhooks from "../../../functions/contract/schemas/webhook.ts";
import { id, pageOf, proseText, sent, type Text, taken, usually } from "../component.ts";
import { exampleIds, exampleTimes } from "../example-story.ts";
import { notPossible, notValid, type OperationText, type Tagged } from "../operation-text.ts";
import { createdQuery } from "../parameters.ts";
import { createdAt, updatedAt } from "../shared-components.ts";
import { deliveryOperations } from "./deliveries.ts";

/** What the examples' subscription has for a secret, and had before: the events' examples are signed with them. */
export const exampleSecret = "whsec_3f1c0d7a94be4e55a3b0c2d8";
export const examplePreviousSecret = "whsec_c46e90b2d7f84a13865e2f0b";

export const exampleWebhook: z.output<typeof webhooks.webhook> = {
  id: exampleIds.whk,
  url: "https://example.com/hooks/content",
  events: ["post.published", "post.failed"],
  hasSecret: true,
  previousSecretExpiresAt: null,
  status: "active",
  disabledReason: null,
  failingSince: null,
  description: "Tells the newsroom",
  createdAt: exampleTimes.made,
  updatedAt: exampleTimes.made,
};

const urlText: Text =
  "An https URL of a public address, of at most 2,048 characters. It gets a POST for each event.";
const eventsText = "The types of events that it gets. Duplicates collapse.";
const secretText: Text = {
  text: "Signs every delivery: strongly recommended. It is never shown again. `null` stands for none.",
  also: { pattern: "^[^\\x00]*$" },
};
const descriptionText = "What it is for, in your words.";

export const webhookComponents = {
  WebhookSubscription: sent(webhooks.webhook, "An endpoint of yours, and the events that are sent to it.", {
    id: id("whk", "Identifies the subscription."),
    url: urlText,
    events: eventsText,
    hasSecret: "Whether deliveries to it are signed.",
    previousSecretExpiresAt:
      "Until when the secret before the last rotation signs as well; `null` when none does.",
    status:
      "Deliveries go to an `active` one; the events of a `disabled` one become dead letters at once, which can be replayed.",
    disabledReason:
      "Why it is `disabled`: a request asked for it, or every attempt failed for five days; else `null`.",
    failingSince: "The first failed attempt since the last success; `null` when the last one succeeded.",
    description: descriptionText,
    createdAt,
    updatedAt,
  }),
  WebhookSubscriptionPage: pageOf(webhooks.webhooks, "webhook subscriptions"),
  NewWebhookSubscription: taken(webhooks.newWebhook, "A subscription to be made.", {
    url: urlText,
    events: eventsText,
    secret: usually(secretText, null),
    description: usually(proseText(descriptionText), null),
  }),
  WebhookSubscriptionChanges: taken(
    webhooks.webhookChanges,
    "What is to change of a subscription; a field not given stays as it is.",
    {
      url: urlText,
      events: eventsText,
      secret: {
        text: "Takes the place of the secret at once, without an overlap; `null` takes it away. Rotate it instead to have both sign for a while.",
        also: { pattern: "^[^\\x00]*$" },
      },
      status: "`disabled` stops deliveries, `active` begins them again.",
      description: proseText(descriptionText),
    },
  ),
  SecretRotation: taken(webhooks.secretRotation, "A new secret, and how long the one before it stays good.", {
    secret: {
      text: "The new secret. It is never shown again.",
      also: { pattern: "^[^\\x00]*$" },
    },
    graceSeconds: "For how many seconds the secret before signs as well: up to seven days.",
  }),
};

const { changed } = exampleTimes;
const { url, events, description } = exampleWebhook;

export const webhookOperations: Tagged<
  Record<keyof typeof webhookRoutes | keyof typeof deliveryRoutes, OperationText>
> = {
  tag: "Webhooks",
  description:
    "A webhook subscription names an endpoint of yours and the types of events that it gets. What arrives there is under _webhooks_ in this document.",
  operations: {
    listWebhooks: {
      summary: "List webhook subscriptions",
      description: "The subscriptions of the organization: at most 100.",
      query: createdQuery,
      success: { text: "A page of subscriptions.", example: { data: [exampleWebhook], nextCursor: null } },
      refused: [
        notValid({ query: { limit: "1000" } }, [
          { field: "limit", reason: "must be an integer from 1 to 100" },
        ]),
      ],
    },
    createWebhook: {
      summary: "Create a webhook subscription",
      description:
        "A secret is not required but strongly recommended: without one nobody can verify a delivery.",
      body: { url, events, secret: exampleSecret, description },
      success: { text: "The new subscription.", example: exampleWebhook },
      refused: [
        notValid({ body: { url: "http://example.com", events: ["post.published", "post.gone"] } }, [
          { field: "url", reason: "must be an https URL" },
          {
            field: "events[1]",
            reason:
              "must be one of post.scheduled, post.published, post.failed, analytics.weekly_ready, pipeline.run.completed, webhook.test, run.succeeded, trend.detected",
          },
        ]),
        notPossible(
          "tooMany",
          "The organization holds 100 subscriptions already.",
          "An organization holds at most 100 webhook subscriptions.",
        ),
      ],
    },
    getWebhook: {
      summary: "Get a webhook subscription",
      description: "One subscription of the organization. Its secret is never shown.",
      success: { text: "The subscription.", example: exampleWebhook },
    },
    updateWebhook: {
      summary: "Change a webhook subscription",
      description:
        "Fields that are not given stay as they are. Enabling a disabled subscription lets the events that it missed be replayed.",
      body: { url, events: ["post.failed"], secret: exampleSecret, status: "disabled", description: null },
      success: {
        text: "The subscription as it is now.",
        example: {
          ...exampleWebhook,
          events: ["post.failed"],
          status: "disabled",
          disabledReason: "requested",
          description: null,
          updatedAt: changed,
        },
      },
      refused: [notValid({ body: { events: [] } }, [{ field: "events", reason: "must be at least 1 item" }])],
    },
    deleteWebhook: {
      summary: "Delete a webhook subscription",
      description: "What is on its way to it is cancelled.",
      success: { text: "It is deleted." },
    },
    rotateWebhookSecret: {
      summary: "Rotate the secret of a webhook subscription",
      description:
        "The new secret signs from now on. For `graceSeconds` the one before signs as well, in `X-Service-Signature-Previous`.",
      body: { secret: "whsec_b81fd2a6c0974e3d8f5a7e19", graceSeconds: 3600 },
      success: {
        text: "The subscription as it is now.",
        example: {
          ...exampleWebhook,
          previousSecretExpiresAt: "2026-11-21T10:00:00.000Z",
          updatedAt: changed,
        },
      },
      refused: [
        notValid({ body: { secret: "", graceSeconds: -1 } }, [
          { field: "secret", reason: "must be at least 1 character" },
          { field: "graceSeconds", reason: "must be at least 0" },
        ]),
      ],
    },
    ...deliveryOperations,
  },
};
