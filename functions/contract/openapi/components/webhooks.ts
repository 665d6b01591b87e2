import * as deadLetters from "../../schemas/dead-letter.ts";
import * as deliveries from "../../schemas/delivery.ts";
import * as webhooks from "../../schemas/webhook.ts";
import { refTo } from "../json-schema.ts";
import { id, pageOf, proseText, sent, type Text, taken, usually, valuesOf } from "../texts.ts";
import { createdAt, updatedAt } from "./shared.ts";

const url: Text =
  "An https URL of a public address, of at most 2,048 characters. It gets a POST for each event.";
const events = "The types of events that it gets. Duplicates collapse.";
const secret: Text = {
  text: "Signs every delivery: strongly recommended. It is never shown again. `null` stands for none.",
  also: { pattern: "^[^\\x00]*$" },
};
const description = "What it is for, in your words.";
const eventId = "The event, by its `id` in the delivery's body.";

export const webhookComponents = {
  WebhookSubscription: sent(webhooks.webhook, "An endpoint of yours, and the events that are sent to it.", {
    id: id("whk", "Identifies the subscription."),
    url,
    events,
    hasSecret: "Whether deliveries to it are signed.",
    previousSecretExpiresAt:
      "Until when the secret before the last rotation signs as well; `null` when none does.",
    status:
      "Deliveries go to an `active` one; the events of a `disabled` one become dead letters at once, which can be replayed.",
    disabledReason:
      "Why it is `disabled`: a request asked for it, or every attempt failed for five days; else `null`.",
    failingSince: "The first failed attempt since the last success; `null` when the last one succeeded.",
    description,
    createdAt,
    updatedAt,
  }),
  WebhookSubscriptionPage: pageOf(webhooks.webhooks, "webhook subscriptions"),
  NewWebhookSubscription: taken(webhooks.newWebhook, "A subscription to be made.", {
    url,
    events,
    secret: usually(secret, null),
    description: usually(proseText(description), null),
  }),
  WebhookSubscriptionChanges: taken(
    webhooks.webhookChanges,
    "What is to change of a subscription; a field not given stays as it is.",
    {
      url,
      events,
      secret: {
        text: "Takes the place of the secret at once, without an overlap; `null` takes it away. Rotate it instead to have both sign for a while.",
        also: { pattern: "^[^\\x00]*$" },
      },
      status: "`disabled` stops deliveries, `active` begins them again.",
      description: proseText(description),
    },
  ),
  SecretRotation: taken(webhooks.secretRotation, "A new secret, and how long the one before it stays good.", {
    secret: {
      text: "The new secret. It is never shown again.",
      also: { pattern: "^[^\\x00]*$" },
    },
    graceSeconds: "For how many seconds the secret before signs as well: up to seven days.",
  }),
  TestEvent: sent(deliveries.testEvent, "The event that was sent to try a subscription.", {
    eventId: id("evt", eventId),
    type: "The event's type.",
    webhookId: id("whk", "The subscription."),
  }),
};

export const deliveryComponents = {
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
    eventId: id("evt", eventId),
    type: "The event's type.",
    status:
      "`pending`: not delivered yet. `succeeded`: your endpoint answered 2xx. `dead_lettered`: five attempts failed. `cancelled`: its subscription was deleted.",
    createdAt,
    nextAttemptAt: "When the next attempt is due; `null` when none is.",
    attempts: "The attempts so far, the first one first.",
  }),
  DeliveryPage: pageOf(deliveries.deliveries, "deliveries"),
};

const replayed = "Only those in these statuses. Duplicates collapse.";

export const deadLetterComponents = {
  DeadLetter: sent(
    deadLetters.deadLetter,
    "An event whose delivery failed five times, or a message that the service itself could not handle.",
    {
      id: id("dlt", "Identifies the dead letter."),
      eventId: id("evt", `${eventId} \`null\` where the message was about no event.`),
      type: "The event's type, or the kind of message.",
      webhookId: id("whk", "The subscription that it was for; `null` where it was for none."),
      url: "The subscription's URL at that time; `null` where it was for none.",
      status:
        "`final_attempt_pending`: the sixth and final attempt is still to come. `exhausted`: no attempt will follow. `replaying`: it is on its way again. `resolved`: it was delivered.",
      attempts: "The attempts so far, the first one first.",
      payload: {
        text: "The body of the delivery, as it was or would have been sent; `null` where the message was about no event.",
        // An event of a type that is not known yet is an object all the same.
        also: { anyOf: [refTo("schemas", "WebhookEvent"), { type: "object" }, { type: "null" }] },
      },
      createdAt,
    },
  ),
  DeadLetterStatus: valuesOf(deadLetters.deadLetterStatus, "How a dead letter stands."),
  DeadLetterPage: pageOf(deadLetters.deadLetters, "dead letters"),
  DeadLettersReplay: taken(deadLetters.deadLettersReplay, "Which dead letters are to go out again.", {
    webhookId: "Only those of this subscription. Without it, those of all.",
    status: replayed,
  }),
  ReplayCount: sent(deadLetters.replayedCount, "What a replay of several comes to.", {
    count: "How many dead letters go out again.",
  }),
};
