import type * as z from "zod/mini";
import type { deliveryRoutes } from "../../../functions/contract/routes/deliveries.ts";
import * as deliveries from "../../../functions/contract/schemas/delivery.ts";
import { id, pageOf, sent } from "../component.ts";
import { exampleIds, exampleTimes } from "../example-story.ts";
import { notPossible, notValid, type OperationText } from "../operation-text.ts";
import { createdQuery } from "../parameters.ts";
import { createdAt } from "../shared-components.ts";

/** So many seconds after the first attempt. */
export const after = (seconds: number) =>
  new Date(Date.parse(exampleTimes.due) + seconds * 1000).toISOString();

export const failed = (number: number, at: string) => ({
  number,
  at,
  statusCode: 503,
  latencyMs: 41,
  error: "status 503",
  response: "",
  retryAfter: null,
});

export const exampleDelivery: z.output<typeof deliveries.delivery> = {
  id: exampleIds.dlv,
  eventId: exampleIds.evt,
  type: "post.published",
  status: "succeeded",
  createdAt: exampleTimes.due,
  nextAttemptAt: null,
  attempts: [
    failed(1, exampleTimes.due),
    { ...failed(2, after(10)), statusCode: 204, latencyMs: 38, error: null },
  ],
};

export const eventIdText = "The event, by its `id` in the delivery's body.";

export const deliveryComponents = {
  TestEvent: sent(deliveries.testEvent, "The event that was sent to try a subscription.", {
    eventId: id("evt", eventIdText),
    type: "The event's type.",
    webhookId: id("whk", "The subscription."),
  }),
  DeliveryAttempt: sent(deliveries.attempt, "One request to your endpoint, and what came of it.", {
    number: "1 to 6; a replay begins at 1 again.",
    at: "When it was made.",
    statusCode: "What your endpoint answered; `null` when it gave no answer.",
    latencyMs: "How many milliseconds it took.",
    error: "Why it failed; `null` when it succeeded.",
    response: "The first KiB of your endpoint's answer; `null` without one.",
    retryAfter: "Your answer's `Retry-After`. It is noted and changes nothing.",
  }),
  Delivery: sent(deliveries.delivery, "One event on its way to one subscription.", {
    id: id("dlv", "Identifies the delivery: the header `X-Service-Delivery`."),
    eventId: id("evt", eventIdText),
    type: "The event's type.",
    status:
      "`pending`: not delivered yet. `succeeded`: your endpoint answered 2xx. `dead_lettered`: five attempts failed. `cancelled`: its subscription was deleted.",
    createdAt,
    nextAttemptAt: "When the next attempt is due; `null` when none is.",
    attempts: "The attempts so far, the first one first.",
  }),
  DeliveryPage: pageOf(deliveries.deliveries, "deliveries"),
};

export const deliveryOperations: Record<keyof typeof deliveryRoutes, OperationText> = {
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
  listDeliveries: {
    summary: "List the deliveries to a webhook subscription",
    description: "What was sent to it, what came of it, and what is still to be sent.",
    query: createdQuery,
    success: { text: "A page of deliveries.", example: { data: [exampleDelivery], nextCursor: null } },
    refused: [
      notValid({ query: { sort: "status" } }, [{ field: "sort", reason: "must be one of createdAt" }]),
    ],
  },
};
