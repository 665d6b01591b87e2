import type { Route } from "../route.ts";
import { organizationRunsQuery, run, runPreview, runs, runsQuery } from "../schemas/run.ts";

export const runRoutes = {
  triggerRun: {
    operationId: "trigger-run",
    method: "POST",
    path: "/v1/pipelines/{id}/runs",
    access: "write",
    tableActions: ["GetItem", "PutItem"],
    id: "pip",
    success: { status: 202, body: run },
  },
  listRuns: {
    operationId: "list-runs",
    method: "GET",
    path: "/v1/pipelines/{id}/runs",
    access: "read",
    tableActions: ["Query", "BatchGetItem", "GetItem"],
    id: "pip",
    query: runsQuery,
    success: { status: 200, body: runs },
  },
  getRun: {
    operationId: "get-run",
    method: "GET",
    path: "/v1/runs/{id}",
    access: "read",
    tableActions: ["BatchGetItem"],
    id: "run",
    success: { status: 200, body: run },
  },
  listOrganizationRuns: {
    operationId: "list-organization-runs",
    method: "GET",
    path: "/v1/runs",
    access: "read",
    tableActions: ["Query", "BatchGetItem"],
    query: organizationRunsQuery,
    success: { status: 200, body: runs },
  },
  cancelRun: {
    operationId: "cancel-run",
    method: "POST",
    path: "/v1/runs/{id}/cancel",
    access: "write",
    tableActions: ["BatchGetItem", "PutItem", "UpdateItem"],
    id: "run",
    success: { status: 200, body: run },
  },
  previewRun: {
    operationId: "preview-run",
    method: "POST",
    path: "/v1/pipelines/{id}/preview",
    access: "write",
    // Sources are told the address of the service that reads them.
    seesViewer: true,
    // A preview fetches as much as a run, so it needs one of the organization's permits for runs.
    tableActions: ["GetItem", "BatchGetItem", "PutItem", "DeleteItem"],
    id: "pip",
    success: { status: 200, body: runPreview },
  },
} as const satisfies Record<string, Route>;
