import type * as z from "zod/mini";
import type { deliveryRoutes } from "../../../functions/contract/routes/deliveries.ts";
import type { webhookRoutes } from "../../../functions/contract/routes/webhooks.ts";
import * as webhooks from "../../../functions/contract/schemas/webhook.ts";
import { eventTypes } from "../../../functions/domain/event.ts";
import {
  id,
  pageSchema,
  proseText,
  requestSchema,
  responseSchema,
  type Text,
  withDefault,
} from "../component.ts";
import { exampleHookUrl, exampleIds, exampleSecret, exampleTimes } from "../example-story.ts";
import {
  invalidExample,
  invalidLimitExample,
  type OperationText,
  type Tagged,
  unprocessableExample,
} from "../operation-text.ts";
import { createdQuery } from "../parameters.ts";
import { createdAt, updatedAt } from "../shared-components.ts";
import { deliveryOperations } from "./deliveries.ts";

export const exampleWebhook: z.output<typeof webhooks.webhook> = {
  id: exampleIds.whk,
  url: exampleHookUrl,
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
  "An https URL with a public address, at most 2,048 characters. The service sends a POST to it for each event.";
const eventsText = "The types of events that are sent to the endpoint. Duplicates are removed.";
const secretText: Text = {
  text: "The secret that signs every delivery. Strongly recommended. It is never returned. `null` means no secret.",
  also: { pattern: "^[^\\x00]*$" },
};
const descriptionText = "What the subscription is for, in your own words.";

export const webhookComponents = {
  WebhookSubscription: responseSchema(
    webhooks.webhook,
    "One of your endpoints, and the types of events that are sent to it.",
    {
      id: id("whk", "The id of the subscription."),
      url: urlText,
      events: eventsText,
      hasSecret: "Whether its deliveries are signed.",
      previousSecretExpiresAt:
        "Until when the previous secret also signs deliveries; `null` if only the current secret signs.",
      status:
        "Events are delivered to an `active` subscription. The events of a `disabled` one become dead letters at once; you can replay them later.",
      disabledReason:
        "Why the subscription is `disabled`. `requested`: by a request. `failing`: every attempt failed for five days. `null` if it is `active`.",
      failingSince:
        "The time of the first failed attempt since the last success; `null` if the last attempt succeeded, or if there was none.",
      description: descriptionText,
      createdAt,
      updatedAt,
    },
  ),
  WebhookSubscriptionPage: pageSchema(webhooks.webhooks, "webhook subscriptions"),
  NewWebhookSubscription: requestSchema(webhooks.newWebhook, "A new webhook subscription.", {
    url: urlText,
    events: eventsText,
    secret: withDefault(secretText, null),
    description: withDefault(proseText(descriptionText), null),
  }),
  WebhookSubscriptionChanges: requestSchema(
    webhooks.webhookChanges,
    "Changes to a webhook subscription. A field that is not given stays as it is.",
    {
      url: urlText,
      events: eventsText,
      secret: {
        text: "Replaces the secret at once: the old one stops signing. `null` removes the secret. If both secrets should sign for some time, rotate the secret instead.",
        also: { pattern: "^[^\\x00]*$" },
      },
      status: "`disabled` stops deliveries, `active` starts them again.",
      description: proseText(descriptionText),
    },
  ),
  SecretRotation: requestSchema(
    webhooks.secretRotation,
    "A new secret, and how long the previous one also signs.",
    {
      secret: {
        text: "The new secret. It is never returned.",
        also: { pattern: "^[^\\x00]*$" },
      },
      graceSeconds: "For how many seconds the previous secret also signs deliveries. At most seven days.",
    },
  ),
};

const { changed } = exampleTimes;
const { url, events, description } = exampleWebhook;

export const webhookOperations: Tagged<
  Record<keyof typeof webhookRoutes | keyof typeof deliveryRoutes, OperationText>
> = {
  tag: "Webhooks",
  description:
    "A webhook subscription names one of your endpoints and the types of events that are sent to it. The requests that your endpoint receives are described under _webhooks_ in this document.",
  operations: {
    listWebhooks: {
      summary: "List webhook subscriptions",
      description: "Returns the subscriptions of the organization, at most 100.",
      query: createdQuery,
      success: { text: "A page of subscriptions.", example: { data: [exampleWebhook], nextCursor: null } },
      errors: [invalidLimitExample("1000")],
    },
    createWebhook: {
      summary: "Create a webhook subscription",
      description:
        "A secret is optional but strongly recommended: without one, you cannot verify that a delivery comes from the service.",
      body: { url, events, secret: exampleSecret, description },
      success: { text: "The new subscription.", example: exampleWebhook },
      errors: [
        invalidExample({ body: { url: "http://example.com", events: ["post.published", "post.gone"] } }, [
          { field: "url", reason: "must be an https URL" },
          {
            field: "events[1]",
            reason: `must be one of ${eventTypes.join(", ")}`,
          },
        ]),
        unprocessableExample(
          "tooMany",
          "The organization already has 100 subscriptions.",
          "An organization can have at most 100 webhook subscriptions.",
        ),
      ],
    },
    getWebhook: {
      summary: "Get a webhook subscription",
      description: "Returns one subscription of the organization. Its secret is never returned.",
      success: { text: "The subscription.", example: exampleWebhook },
    },
    updateWebhook: {
      summary: "Change a webhook subscription",
      description:
        "Fields that are not given stay as they are. After you enable a disabled subscription, you can replay the events that it missed.",
      body: { url, events: ["post.failed"], secret: exampleSecret, status: "disabled", description: null },
      success: {
        text: "The changed subscription.",
        example: {
          ...exampleWebhook,
          events: ["post.failed"],
          status: "disabled",
          disabledReason: "requested",
          description: null,
          updatedAt: changed,
        },
      },
      errors: [
        invalidExample({ body: { events: [] } }, [{ field: "events", reason: "must be at least 1 item" }]),
      ],
    },
    deleteWebhook: {
      summary: "Delete a webhook subscription",
      description:
        "It gets no further request. Its deliveries and its dead letters are deleted, within an hour at most.",
      success: { text: "The subscription is deleted." },
    },
    rotateWebhookSecret: {
      summary: "Rotate the secret of a webhook subscription",
      description:
        "The new secret signs all deliveries from now on. For `graceSeconds` the previous secret also signs, in the header `X-Service-Signature-Previous`.",
      body: { secret: "whsec_b81fd2a6c0974e3d8f5a7e19", graceSeconds: 3600 },
      success: {
        text: "The changed subscription.",
        example: {
          ...exampleWebhook,
          previousSecretExpiresAt: "2026-11-21T10:00:00.000Z",
          updatedAt: changed,
        },
      },
      errors: [
        invalidExample({ body: { secret: "", graceSeconds: -1 } }, [
          { field: "secret", reason: "must be at least 1 character" },
          { field: "graceSeconds", reason: "must be at least 0" },
        ]),
      ],
    },
    ...deliveryOperations,
  },
};
