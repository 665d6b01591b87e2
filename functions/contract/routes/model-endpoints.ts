import type { Route } from "../route.ts";
import { modelEndpoint, newModelEndpoint } from "../schemas/model-endpoint.ts";

export const modelEndpointRoutes = {
  getModelEndpoint: {
    operationId: "get-model-endpoint",
    method: "GET",
    path: "/v1/brands/{id}/model-endpoint",
    access: "read",
    tableActions: ["GetItem"],
    id: "brd",
    success: { status: 200, body: modelEndpoint },
  },
  setModelEndpoint: {
    operationId: "set-model-endpoint",
    method: "PUT",
    path: "/v1/brands/{id}/model-endpoint",
    access: "write",
    tableActions: ["GetItem", "PutItem", "ConditionCheckItem"],
    sealsSecrets: true,
    id: "brd",
    body: newModelEndpoint,
    success: { status: 200, body: modelEndpoint },
  },
  deleteModelEndpoint: {
    operationId: "delete-model-endpoint",
    method: "DELETE",
    path: "/v1/brands/{id}/model-endpoint",
    access: "write",
    tableActions: ["DeleteItem", "GetItem"],
    id: "brd",
    success: { status: 204 },
  },
} as const satisfies Record<string, Route>;
