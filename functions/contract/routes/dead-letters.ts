import type { Route } from "../route.ts";
import {
  bulkReplay,
  deadLetter,
  deadLetters,
  deadLettersQuery,
  deadLettersReplay,
} from "../schemas/dead-letter.ts";

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
    tableActions: ["GetItem"],
    id: "dlt",
    success: { status: 200, body: deadLetter },
  },
  replayDeadLetter: {
    operationId: "replay-dead-letter",
    method: "POST",
    path: "/v1/webhooks/dead-letters/{id}/replay",
    access: "write",
    tableActions: ["GetItem", "PutItem", "UpdateItem", "ConditionCheckItem"],
    id: "dlt",
    success: { status: 202, body: deadLetter },
  },
  replayDeadLetters: {
    operationId: "replay-dead-letters",
    method: "POST",
    path: "/v1/webhooks/dead-letters/replay",
    access: "write",
    tableActions: ["GetItem", "Query", "PutItem"],
    body: deadLettersReplay,
    success: { status: 202, body: bulkReplay },
  },
  getBulkReplay: {
    operationId: "get-bulk-replay",
    method: "GET",
    path: "/v1/webhooks/dead-letters/replays/{id}",
    access: "read",
    tableActions: ["GetItem"],
    id: "rpl",
    success: { status: 200, body: bulkReplay },
  },
} as const satisfies Record<string, Route>;
