import type { Route } from "../route.ts";
import { session } from "../schemas/session.ts";

export const sessionRoutes = {
  createSession: {
    operationId: "create-session",
    method: "POST",
    path: "/v1/session",
    access: "read",
    needsKey: true,
    setsCookie: true,
    tableActions: ["PutItem"],
    success: { status: 201, body: session },
  },
  getSession: {
    operationId: "get-session",
    method: "GET",
    path: "/v1/session",
    access: "read",
    tableActions: [],
    success: { status: 200, body: session },
  },
  deleteSession: {
    operationId: "delete-session",
    method: "DELETE",
    path: "/v1/session",
    access: "read",
    setsCookie: true,
    tableActions: ["DeleteItem"],
    success: { status: 204 },
  },
} as const satisfies Record<string, Route>;
