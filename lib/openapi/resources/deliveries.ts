import type * as z from "zod/mini";
import type { deliveryRoutes } from "../../../functions/contract/routes/deliveries.ts";
import * as deliveries from "../../../functions/contract/schemas/delivery.ts";
import { requestHeaders } from "../../../functions/domain/delivery-request.ts";
import { id, pageSchema, responseSchema } from "../component.ts";
import { exampleHookUrl, exampleIds, exampleTimes } from "../example-story.ts";
import { invalidExample, type OperationText, unprocessableExample } from "../operation-text.ts";
import { createdQuery } from "../parameters.ts";
import { createdAt } from "../shared-components.ts";
import { exampleEvents } from "./example-events.ts";

/** The time so many seconds after the first attempt. */
export const timeAfterFirstAttempt = (seconds: number) =>
  new Date(Date.parse(exampleTimes.due) + seconds * 1000).toISOString();

const published = exampleEvents["post.published"];
const sent = { id: exampleIds.dlv, type: published.body.type, body: JSON.stringify(published.body) };

export const failedAttempt = (number: number, at: string) => ({
  number,
  at,
  statusCode: 503,
  latencyMs: 41,
  error: "status 503",
  response: "",
  retryAfter: null,
  request: { url: exampleHookUrl, headers: requestHeaders(sent, number, { signature: published.header }) },
});

export const exampleDelivery: z.output<typeof deliveries.delivery> = {
  ...sent,
  eventId: exampleIds.evt,
  status: "succeeded",
  createdAt: exampleTimes.due,
  nextAttemptAt: null,
  attempts: [
    failedAttempt(1, exampleTimes.due),
    { ...failedAttempt(2, timeAfterFirstAttempt(10)), statusCode: 204, latencyMs: 38, error: null },
  ],
};

export const eventIdText = "The id of the event: the `id` in the body of the delivery.";

export const deliveryComponents = {
  TestEvent: responseSchema(deliveries.testEvent, "The test event that was sent to a subscription.", {
    eventId: id("evt", eventIdText),
    type: "The type of the event.",
    webhookId: id("whk", "The id of the subscription."),
  }),
  DeliveryAttempt: responseSchema(deliveries.attempt, "One request to your endpoint, and its result.", {
    number: "The number of the attempt, 1 to 6. A replay starts at 1 again.",
    at: "When the attempt was made.",
    statusCode: "The status code of your endpoint's response; `null` if there was no response.",
    latencyMs: "The duration of the attempt in milliseconds.",
    error: "Why the attempt failed; `null` if it succeeded.",
    response: "The first KiB of your endpoint's response body; `null` if there was no response.",
    retryAfter:
      "The `Retry-After` header of your endpoint's response. It is recorded, but the retry times do not depend on it.",
    request: "The request. Its method is POST, and its body is the same at every attempt.",
  }),
  DeliveryRequest: responseSchema(
    deliveries.attemptRequest,
    "The request of an attempt, as it was sent, or as it would have been if the connection had not failed.",
    {
      url: "The URL of the subscription at that time.",
      headers:
        "The headers by name, apart from those that HTTP itself needs, such as `Host`. With the signatures that were sent.",
    },
  ),
  Delivery: responseSchema(deliveries.delivery, "The delivery of one event to one subscription.", {
    id: id("dlv", "The id of the delivery: the value of the header `X-Service-Delivery`."),
    eventId: id("evt", eventIdText),
    type: "The type of the event.",
    status:
      "`pending`: the event is not delivered yet. `succeeded`: your endpoint returned a 2xx status. `dead_lettered`: five attempts failed. `cancelled`: it was ended without an attempt.",
    createdAt,
    nextAttemptAt: "When the next attempt is due; `null` if there will be none.",
    attempts: "The attempts so far, oldest first.",
    body: "The body of each request, byte for byte: the JSON of the event, as text. The signatures cover its bytes.",
  }),
  DeliveryPage: pageSchema(deliveries.deliveries, "deliveries"),
};

export const deliveryOperations: Record<keyof typeof deliveryRoutes, OperationText> = {
  testWebhook: {
    summary: "Test a webhook subscription",
    description:
      "Sends the event `webhook.test` to this subscription only, even if its `events` do not include that type. The test event is handled like every other event: it is signed, retried and dead-lettered.",
    success: {
      text: "The test event is queued.",
      example: { eventId: exampleIds.evt, type: "webhook.test", webhookId: exampleIds.whk },
    },
    errors: [
      unprocessableExample(
        "isDisabled",
        "The subscription is disabled.",
        "The webhook subscription is disabled and gets no test event: enable it first.",
      ),
    ],
  },
  listDeliveries: {
    summary: "List the deliveries to a webhook subscription",
    description:
      "Returns the deliveries to this subscription: their attempts and results so far, and the next attempts.",
    query: createdQuery,
    success: { text: "A page of deliveries.", example: { data: [exampleDelivery], nextCursor: null } },
    errors: [
      invalidExample({ query: { sort: "status" } }, [{ field: "sort", reason: "must be one of createdAt" }]),
    ],
  },
};
