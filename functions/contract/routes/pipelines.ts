import type { Route } from "../route.ts";
import { newPipeline, pipeline, pipelineChanges, pipelines } from "../schemas/pipeline.ts";

export const pipelineRoutes = {
  listPipelines: {
    operationId: "list-pipelines",
    method: "GET",
    path: "/v1/brands/{id}/pipelines",
    access: "read",
    tableActions: ["Query", "GetItem"],
    id: "brd",
    success: { status: 200, body: pipelines },
  },
  createPipeline: {
    operationId: "create-pipeline",
    method: "POST",
    path: "/v1/brands/{id}/pipelines",
    access: "write",
    tableActions: ["GetItem", "PutItem", "UpdateItem"],
    id: "brd",
    body: newPipeline,
    success: { status: 201, body: pipeline },
  },
  getPipeline: {
    operationId: "get-pipeline",
    method: "GET",
    path: "/v1/pipelines/{id}",
    access: "read",
    tableActions: ["GetItem"],
    id: "pip",
    success: { status: 200, body: pipeline },
  },
  updatePipeline: {
    operationId: "update-pipeline",
    method: "PATCH",
    path: "/v1/pipelines/{id}",
    access: "write",
    tableActions: ["GetItem", "PutItem", "ConditionCheckItem"],
    id: "pip",
    body: pipelineChanges,
    success: { status: 200, body: pipeline },
  },
  deletePipeline: {
    operationId: "delete-pipeline",
    method: "DELETE",
    path: "/v1/pipelines/{id}",
    access: "write",
    tableActions: ["GetItem", "PutItem", "DeleteItem", "UpdateItem"],
    id: "pip",
    success: { status: 204 },
  },
} as const satisfies Record<string, Route>;
