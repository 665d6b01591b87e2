import type { sessionRoutes } from "../../../../functions/contract/routes/sessions.ts";
import type { RouteCase } from "./route-case.ts";

export const sessionCases: Record<keyof typeof sessionRoutes, RouteCase> = {
  createSession: { invalidRequests: [] },
  getSession: { invalidRequests: [] },
  deleteSession: { invalidRequests: [] },
};
