import type { Route } from "../route.ts";
import { deadLetter, deadLetters, deadLettersQuery } from "../schemas/dead-letter.ts";

export const deadLetterRoutes = {
  listDeadLetters: {
    operationId: "list-dead-letters",
    method: "GET",
    path: "/v1/webhooks/dead-letters",
    access: "read",
    tableActions: ["Query", "BatchGetItem"],
    query: deadLettersQuery,
    success: { status: 200, body: deadLetters },
  },
  getDeadLetter: {
    operationId: "get-dead-letter",
    method: "GET",
    path: "/v1/webhooks/dead-letters/{id}",
    access: "read",
    tableActions: ["Query"],
    id: "dlt",
    success: { status: 200, body: deadLetter },
  },
  replayDeadLetter: {
    operationId: "replay-dead-letter",
    method: "POST",
    path: "/v1/webhooks/dead-letters/{id}/replay",
    access: "write",
    tableActions: ["Query", "PutItem", "UpdateItem", "ConditionCheckItem"],
    id: "dlt",
    success: { status: 202, body: deadLetter },
  },
} as const satisfies Record<string, Route>;
