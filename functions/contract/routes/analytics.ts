import type { Route } from "../route.ts";
import { runAnalytics } from "../schemas/analytics.ts";

export const analyticsRoutes = {
  getRunAnalytics: {
    operationId: "get-run-analytics",
    method: "GET",
    path: "/v1/analytics/runs/{id}",
    access: "read",
    tableActions: ["Query"],
    id: "run",
    success: { status: 200, body: runAnalytics },
  },
} as const satisfies Record<string, Route>;
