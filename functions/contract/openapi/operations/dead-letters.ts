import type { deadLetterRoutes } from "../../routes/dead-letters.ts";
import { exampleIds, unknownId } from "../examples/ids.ts";
import { exampleDeadLetter } from "../examples/webhooks.ts";
import { notPossible, notThere, notValid, type OperationText, type Tagged } from "../operation-text.ts";

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
