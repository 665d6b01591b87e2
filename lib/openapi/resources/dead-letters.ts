import type * as z from "zod/mini";
import type { deadLetterRoutes } from "../../../functions/contract/routes/dead-letters.ts";
import * as deadLetters from "../../../functions/contract/schemas/dead-letter.ts";
import { enumSchema, id, pageSchema, requestSchema, responseSchema } from "../component.ts";
import { exampleIds, exampleTimes, unknownId } from "../example-story.ts";
import { refTo } from "../json-schema.ts";
import {
  invalidExample,
  notFoundExample,
  type OperationText,
  type Tagged,
  unprocessableExample,
} from "../operation-text.ts";
import { createdAt } from "../shared-components.ts";
import { eventIdText, failedAttempt, timeAfterFirstAttempt } from "./deliveries.ts";
import { exampleEvents } from "./example-events.ts";
import { exampleWebhook } from "./webhooks.ts";

export const exampleDeadLetter: z.output<typeof deadLetters.deadLetter> = {
  id: exampleIds.dlt,
  eventId: exampleIds.evt,
  type: "post.published",
  webhookId: exampleIds.whk,
  url: exampleWebhook.url,
  status: "final_attempt_pending",
  // 10 s, 30 s, 90 s and 5 min after the previous failure.
  attempts: [0, 10, 40, 130, 430].map((seconds, index) =>
    failedAttempt(index + 1, timeAfterFirstAttempt(seconds)),
  ),
  payload: exampleEvents["post.published"].body,
  createdAt: timeAfterFirstAttempt(430),
};

const replayed = "Replays only dead letters with these statuses. Duplicates are removed.";

export const deadLetterComponents = {
  DeadLetter: responseSchema(
    deadLetters.deadLetter,
    "An event whose delivery failed five times, or an internal message that the service could not process.",
    {
      id: id("dlt", "The id of the dead letter."),
      eventId: id("evt", `${eventIdText} \`null\` for a message without an event.`),
      type: "The type of the event, or the kind of message.",
      webhookId: id(
        "whk",
        "The subscription that the event was sent to; `null` for a message without a subscription.",
      ),
      url: "The URL of the subscription at that time; `null` for a message without a subscription.",
      status:
        "`final_attempt_pending`: the sixth and last attempt is still to come. `exhausted`: there will be no more attempts. `replaying`: the event is being sent again. `resolved`: the event was delivered.",
      attempts: "The attempts so far, oldest first.",
      payload: {
        text: "The body of the delivery, as it was or would have been sent; `null` for a message without an event.",
        // An event of a type that is added later is an object too.
        also: { anyOf: [refTo("schemas", "WebhookEvent"), { type: "object" }, { type: "null" }] },
      },
      createdAt,
    },
  ),
  DeadLetterStatus: enumSchema(deadLetters.deadLetterStatus, "The status of a dead letter."),
  DeadLetterPage: pageSchema(deadLetters.deadLetters, "dead letters"),
  DeadLettersReplay: requestSchema(deadLetters.deadLettersReplay, "Which dead letters to replay.", {
    webhookId: "Replays only dead letters of this subscription. Without it, those of all subscriptions.",
    status: replayed,
  }),
  BulkReplay: responseSchema(
    deadLetters.bulkReplay,
    "The replay of all dead letters that a filter selected. It can be read for 30 days after its last change.",
    {
      id: id("rpl", "The id of the bulk replay."),
      status:
        "`running`: it is under way. `finished`: it has gone through all of them. `failed`: it stopped before the end, and another bulk replay took its place.",
      filter: [
        "The filter of the request.",
        {
          webhookId: id("whk", "The subscription; `null` for all subscriptions."),
          status: "The statuses of the dead letters.",
        },
      ],
      count:
        "How many dead letters the filter selected at the time of the request. Later ones are not replayed.",
      replayed: "How many have been replayed so far.",
      skipped:
        "How many could not be replayed: their subscription is disabled or deleted, or they have changed meanwhile.",
      createdAt,
      finishedAt: "When the bulk replay ended; `null` before that.",
    },
  ),
};

const webhookId = exampleIds.whk;

const startedReplay: z.output<typeof deadLetters.bulkReplay> = {
  id: exampleIds.rpl,
  status: "running",
  filter: { webhookId, status: ["final_attempt_pending", "exhausted"] },
  count: 1,
  replayed: 0,
  skipped: 0,
  createdAt: exampleTimes.changed,
  finishedAt: null,
};

export const deadLetterOperations: Tagged<Record<keyof typeof deadLetterRoutes, OperationText>> = {
  tag: "Dead letters",
  description:
    "A dead letter is an event whose delivery has failed five times. You can replay it: send it again.",
  operations: {
    listDeadLetters: {
      summary: "List dead letters",
      description:
        "Returns the dead letters of the organization. You can filter them by subscription and status.",
      query: ["DeadLetterWebhook", "DeadLetterStatus", "Limit", "Cursor", "Order", "CreatedSort"],
      success: {
        text: "A page of dead letters.",
        query: { webhookId, status: "final_attempt_pending,exhausted" },
        example: { data: [exampleDeadLetter], nextCursor: null },
      },
      errors: [
        invalidExample({ query: { status: "lost" } }, [
          {
            field: "status",
            reason:
              "must be one or more of final_attempt_pending, exhausted, replaying, resolved, separated by commas",
          },
        ]),
      ],
    },
    getDeadLetter: {
      summary: "Get a dead letter",
      description:
        "Returns one dead letter of the organization, with all attempts and the body that was or would have been sent.",
      success: { text: "The dead letter.", example: exampleDeadLetter },
    },
    replayDeadLetter: {
      summary: "Replay a dead letter",
      description:
        "Sends the same bytes again, with up to six new attempts. If the final attempt of the dead letter is still to come, it is cancelled.",
      success: {
        text: "The dead letter is being replayed.",
        example: { ...exampleDeadLetter, status: "replaying" },
      },
      errors: [
        unprocessableExample(
          "isReplaying",
          "The dead letter is already being replayed.",
          "This event is already being replayed.",
        ),
        unprocessableExample(
          "isDisabled",
          "The subscription of the dead letter is disabled.",
          "The webhook subscription of this event is disabled: enable it first.",
        ),
        unprocessableExample(
          "isGone",
          "The subscription of the dead letter was deleted.",
          "The webhook subscription of this event no longer exists.",
        ),
      ],
    },
    replayDeadLetters: {
      summary: "Replay several dead letters",
      description:
        "Replays all dead letters that have one of the given statuses at the time of the request, of one subscription or of all. An organization can have one bulk replay at a time. The response does not wait for its end: read the bulk replay again later.",
      body: { webhookId, status: ["final_attempt_pending", "exhausted"] },
      success: { text: "The dead letters are being replayed.", example: startedReplay },
      errors: [
        invalidExample({ body: { status: ["resolved"] } }, [
          { field: "status[0]", reason: "must be one of final_attempt_pending, exhausted" },
        ]),
        notFoundExample("webhook subscription", { body: { webhookId: unknownId("whk") } }),
        unprocessableExample(
          "isDisabled",
          "The subscription is disabled.",
          "The webhook subscription is disabled: enable it first.",
        ),
        unprocessableExample(
          "isRunning",
          "Another bulk replay of the organization is running.",
          `The bulk replay ${exampleIds.rpl} is still running. An organization can have one at a time.`,
        ),
      ],
    },
    getBulkReplay: {
      summary: "Get a bulk replay",
      description:
        "Returns how far a bulk replay has come. The counts may be too low if the service was interrupted meanwhile.",
      success: {
        text: "The bulk replay.",
        example: { ...startedReplay, status: "finished", replayed: 1, finishedAt: exampleTimes.changed },
      },
    },
  },
};
