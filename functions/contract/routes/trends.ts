import type { Route } from "../route.ts";
import { trend, trends, trendsQuery } from "../schemas/trend.ts";

export const trendRoutes = {
  listTrends: {
    operationId: "list-trends",
    method: "GET",
    path: "/v1/trends",
    access: "read",
    tableActions: ["Query", "BatchGetItem"],
    query: trendsQuery,
    success: { status: 200, body: trends },
  },
  getTrend: {
    operationId: "get-trend",
    method: "GET",
    path: "/v1/trends/{id}",
    access: "read",
    tableActions: ["GetItem"],
    id: "trd",
    success: { status: 200, body: trend },
  },
} as const satisfies Record<string, Route>;
