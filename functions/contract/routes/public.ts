import type { Route } from "../route.ts";

export const publicRoutes = {
  readFeed: {
    operationId: "read-feed",
    method: "GET",
    path: "/feeds/{file}",
    access: "public",
    // The edge caches a feed for a minute, so this is enough for thousands of popular feeds.
    throttle: { requestsPerSecond: 200, burst: 400 },
    seesViewer: true,
    tableActions: ["Query", "GetItem", "UpdateItem"],
    success: { status: 200, document: true },
  },
  followLink: {
    operationId: "follow-link",
    method: "GET",
    path: "/r/{id}",
    access: "public",
    // No cache: 720,000 clicks an hour, for all posts together.
    throttle: { requestsPerSecond: 200, burst: 400 },
    seesViewer: true,
    tableActions: ["GetItem", "UpdateItem"],
    id: "pst",
    success: { status: 302, document: true },
  },
  getOpenapi: {
    operationId: "get-openapi",
    method: "GET",
    path: "/v1/openapi.json",
    access: "public",
    // Developers and tools read it now and then, and it is some hundred kilobytes.
    throttle: { requestsPerSecond: 50, burst: 100 },
    tableActions: [],
    success: { status: 200, document: true },
  },
} as const satisfies Record<string, Route>;
