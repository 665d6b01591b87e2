import type { Route } from "../route.ts";
import { postAnalytics, runAnalytics, weeklyAnalytics, weeklyAnalyticsQuery } from "../schemas/analytics.ts";

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
  getPostAnalytics: {
    operationId: "get-post-analytics",
    method: "GET",
    path: "/v1/posts/{id}/analytics",
    access: "read",
    tableActions: ["GetItem"],
    id: "pst",
    success: { status: 200, body: postAnalytics },
  },
  getWeeklyAnalytics: {
    operationId: "get-weekly-analytics",
    method: "GET",
    path: "/v1/analytics/weekly",
    access: "read",
    tableActions: ["GetItem"],
    query: weeklyAnalyticsQuery,
    success: { status: 200, body: weeklyAnalytics },
  },
} as const satisfies Record<string, Route>;
