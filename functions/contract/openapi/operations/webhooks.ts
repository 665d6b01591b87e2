import type { deliveryRoutes } from "../../routes/deliveries.ts";
import type { webhookRoutes } from "../../routes/webhooks.ts";
import { exampleIds, exampleTimes } from "../examples/ids.ts";
import { exampleDelivery, exampleSecret, exampleWebhook } from "../examples/webhooks.ts";
import { notPossible, notValid, type OperationText, type Tagged } from "../operation-text.ts";
import { createdQuery } from "../parameters.ts";

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
    testWebhook: {
      summary: "Try a webhook subscription",
      description:
        "Sends `webhook.test` to this one subscription, whatever types it asks for. It takes the way of every other event: signature, retries and dead letter.",
      success: {
        text: "The test is on its way.",
        example: { eventId: exampleIds.evt, type: "webhook.test", webhookId: exampleIds.whk },
      },
      refused: [
        notPossible(
          "isDisabled",
          "The subscription is disabled.",
          "A disabled webhook subscription gets no test: enable it first.",
        ),
      ],
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
    listDeliveries: {
      summary: "List the deliveries to a webhook subscription",
      description: "What was sent to it, what came of it, and what is still to be sent.",
      query: createdQuery,
      success: { text: "A page of deliveries.", example: { data: [exampleDelivery], nextCursor: null } },
      refused: [
        notValid({ query: { sort: "status" } }, [{ field: "sort", reason: "must be one of createdAt" }]),
      ],
    },
  },
};
