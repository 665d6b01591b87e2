import type * as z from "zod/mini";
import type { deadLetterRoutes } from "../../../functions/contract/routes/dead-letters.ts";
import * as deadLetters from "../../../functions/contract/schemas/dead-letter.ts";
import { id, pageOf, sent, taken, valuesOf } from "../component.ts";
import { exampleIds, unknownId } from "../example-story.ts";
import { refTo } from "../json-schema.ts";
import { notPossible, notThere, notValid, type OperationText, type Tagged } from "../operation-text.ts";
import { createdAt } from "../shared-components.ts";
import { after, eventIdText, failed } from "./deliveries.ts";
import { exampleEvents } from "./events.ts";
import { exampleWebhook } from "./webhooks.ts";

export const exampleDeadLetter: z.output<typeof deadLetters.deadLetter> = {
  id: exampleIds.dlt,
  eventId: exampleIds.evt,
  type: "post.published",
  webhookId: exampleIds.whk,
  url: exampleWebhook.url,
  status: "final_attempt_pending",
  // 10 s, 30 s, 90 s and 5 min after the failure before.
  attempts: [0, 10, 40, 130, 430].map((seconds, index) => failed(index + 1, after(seconds))),
  payload: exampleEvents["post.published"].body,
  createdAt: after(430),
};

const replayed = "Only those in these statuses. Duplicates collapse.";

export const deadLetterComponents = {
  DeadLetter: sent(
    deadLetters.deadLetter,
    "An event whose delivery failed five times, or a message that the service itself could not handle.",
    {
      id: id("dlt", "Identifies the dead letter."),
      eventId: id("evt", `${eventIdText} \`null\` where the message was about no event.`),
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

const webhookId = exampleIds.whk;

export const deadLetterOperations: Tagged<Record<keyof typeof deadLetterRoutes, OperationText>> = {
  tag: "Dead letters",
  description: "A dead letter is an event whose delivery has failed five times. It can be sent again.",
  operations: {
    listDeadLetters: {
      summary: "List dead letters",
      description: "The dead letters of the organization, by subscription and status.",
      query: ["DeadLetterWebhook", "DeadLetterStatus", "Limit", "Cursor", "Order", "CreatedSort"],
      success: {
        text: "A page of dead letters.",
        query: { webhookId, status: "final_attempt_pending,exhausted" },
        example: { data: [exampleDeadLetter], nextCursor: null },
      },
      refused: [
        notValid({ query: { status: "lost" } }, [
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
        "One dead letter of the organization, with every attempt and the body that was or would have been sent.",
      success: { text: "The dead letter.", example: exampleDeadLetter },
    },
    replayDeadLetter: {
      summary: "Replay a dead letter",
      description:
        "Sends the same bytes again, with six attempts of their own. A final attempt that is still to come is not made any more.",
      success: { text: "It is on its way.", example: { ...exampleDeadLetter, status: "replaying" } },
      refused: [
        notPossible("isReplaying", "It is on its way already.", "This event is being replayed already."),
        notPossible(
          "isDisabled",
          "Its subscription is disabled.",
          "The webhook subscription of this event is disabled: enable it first.",
        ),
        notPossible(
          "isGone",
          "Its subscription was deleted.",
          "The webhook subscription of this event no longer exists.",
        ),
      ],
    },
    replayDeadLetters: {
      summary: "Replay several dead letters",
      description: "All that are in the given statuses at this moment, of one subscription or of all.",
      body: { webhookId, status: ["final_attempt_pending", "exhausted"] },
      success: { text: "They are on their way.", example: { count: 1 } },
      refused: [
        notValid({ body: { status: ["resolved"] } }, [
          { field: "status[0]", reason: "must be one of final_attempt_pending, exhausted" },
        ]),
        notThere("webhook subscription", { body: { webhookId: unknownId("whk") } }),
        notPossible(
          "isDisabled",
          "The subscription is disabled.",
          "The webhook subscription is disabled: enable it first.",
        ),
      ],
    },
  },
};
