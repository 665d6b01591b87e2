import type { Route } from "../route.ts";
import { run } from "../schemas/run.ts";

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
  getRun: {
    operationId: "get-run",
    method: "GET",
    path: "/v1/runs/{id}",
    access: "read",
    tableActions: ["GetItem"],
    id: "run",
    success: { status: 200, body: run },
  },
} as const satisfies Record<string, Route>;
