import type { Route } from "../route.ts";
import { newWebhook, webhook, webhookChanges, webhooks, webhooksQuery } from "../schemas/webhook.ts";

export const webhookRoutes = {
  listWebhooks: {
    operationId: "list-webhooks",
    method: "GET",
    path: "/v1/webhooks",
    access: "read",
    tableActions: ["Query"],
    query: webhooksQuery,
    success: { status: 200, body: webhooks },
  },
  createWebhook: {
    operationId: "create-webhook",
    method: "POST",
    path: "/v1/webhooks",
    access: "write",
    tableActions: ["PutItem", "UpdateItem"],
    sealsSecrets: true,
    body: newWebhook,
    success: { status: 201, body: webhook },
  },
  getWebhook: {
    operationId: "get-webhook",
    method: "GET",
    path: "/v1/webhooks/{id}",
    access: "read",
    tableActions: ["GetItem"],
    id: "whk",
    success: { status: 200, body: webhook },
  },
  updateWebhook: {
    operationId: "update-webhook",
    method: "PATCH",
    path: "/v1/webhooks/{id}",
    access: "write",
    tableActions: ["UpdateItem"],
    sealsSecrets: true,
    id: "whk",
    body: webhookChanges,
    success: { status: 200, body: webhook },
  },
  deleteWebhook: {
    operationId: "delete-webhook",
    method: "DELETE",
    path: "/v1/webhooks/{id}",
    access: "write",
    tableActions: ["DeleteItem", "UpdateItem"],
    id: "whk",
    success: { status: 204 },
  },
} as const satisfies Record<string, Route>;
