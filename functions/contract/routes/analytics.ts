import type { Route } from "../route.ts";
import {
  brandAnalytics,
  brandAnalyticsQuery,
  postAnalytics,
  runAnalytics,
  weeklyAnalytics,
  weeklyAnalyticsQuery,
} from "../schemas/analytics.ts";

export const analyticsRoutes = {
  getRunAnalytics: {
    operationId: "get-run-analytics",
    method: "GET",
    path: "/v1/analytics/runs/{id}",
    access: "read",
    tableActions: ["GetItem", "Query"],
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
  getBrandAnalytics: {
    operationId: "get-brand-analytics",
    method: "GET",
    path: "/v1/brands/{id}/analytics",
    access: "read",
    tableActions: ["GetItem", "Query", "BatchGetItem"],
    id: "brd",
    query: brandAnalyticsQuery,
    success: { status: 200, body: brandAnalytics },
  },
} as const satisfies Record<string, Route>;
