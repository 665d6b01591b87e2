import type { Route } from "../route.ts";
import { run, runs, runsQuery } from "../schemas/run.ts";

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
} as const satisfies Record<string, Route>;
