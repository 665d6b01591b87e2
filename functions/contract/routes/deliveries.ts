import type { Route } from "../route.ts";
import { deliveries, deliveriesQuery, testEvent } from "../schemas/delivery.ts";

export const deliveryRoutes = {
  testWebhook: {
    operationId: "test-webhook",
    method: "POST",
    path: "/v1/webhooks/{id}/test",
    access: "write",
    tableActions: ["GetItem", "PutItem"],
    id: "whk",
    success: { status: 202, body: testEvent },
  },
  listDeliveries: {
    operationId: "list-deliveries",
    method: "GET",
    path: "/v1/webhooks/{id}/deliveries",
    access: "read",
    tableActions: ["GetItem", "Query"],
    id: "whk",
    query: deliveriesQuery,
    success: { status: 200, body: deliveries },
  },
} as const satisfies Record<string, Route>;
