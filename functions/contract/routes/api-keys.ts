import type { Route } from "../route.ts";
import {
  apiKeyRotation,
  apiKeys,
  apiKeysQuery,
  issuedApiKey,
  newApiKey,
  rotatedApiKey,
} from "../schemas/api-key.ts";

export const apiKeyRoutes = {
  listApiKeys: {
    operationId: "list-api-keys",
    method: "GET",
    path: "/v1/api-keys",
    access: "admin",
    tableActions: ["GetItem", "BatchGetItem"],
    query: apiKeysQuery,
    success: { status: 200, body: apiKeys },
  },
  createApiKey: {
    operationId: "create-api-key",
    method: "POST",
    path: "/v1/api-keys",
    access: "admin",
    tableActions: ["GetItem", "PutItem"],
    body: newApiKey,
    success: { status: 201, body: issuedApiKey },
  },
  deleteApiKey: {
    operationId: "delete-api-key",
    method: "DELETE",
    path: "/v1/api-keys/{id}",
    access: "admin",
    tableActions: ["GetItem", "PutItem", "DeleteItem"],
    id: "key",
    success: { status: 204 },
  },
  rotateApiKey: {
    operationId: "rotate-api-key",
    method: "POST",
    path: "/v1/api-keys/{id}/rotate",
    access: "admin",
    tableActions: ["GetItem", "PutItem", "UpdateItem"],
    id: "key",
    body: apiKeyRotation,
    bodyOptional: true,
    success: { status: 201, body: rotatedApiKey },
  },
} as const satisfies Record<string, Route>;
