import type { Route } from "../route.ts";

export const publicRoutes = {
  readFeed: {
    operationId: "read-feed",
    method: "GET",
    path: "/feeds/{file}",
    access: "public",
    tableActions: ["Query", "UpdateItem"],
    success: { status: 200, document: true },
  },
  followLink: {
    operationId: "follow-link",
    method: "GET",
    path: "/r/{id}",
    access: "public",
    tableActions: ["UpdateItem"],
    id: "pst",
    success: { status: 302, document: true },
  },
  getOpenapi: {
    operationId: "get-openapi",
    method: "GET",
    path: "/v1/openapi.json",
    access: "public",
    tableActions: [],
    success: { status: 200, document: true },
  },
} as const satisfies Record<string, Route>;
