import type { publicRoutes } from "../../../../functions/contract/routes/public.ts";
import { type RouteCase } from "./route-case.ts";

export const publicCases: Record<keyof typeof publicRoutes, RouteCase> = {
  readFeed: { idInResponse: "pst", invalidRequests: [] },
  followLink: { invalidRequests: [] },
  getOpenapi: { invalidRequests: [] },
};
