import type { trendRoutes } from "../../../../functions/contract/routes/trends.ts";
import { invalidPages, type RouteCase } from "./route-case.ts";

export const trendCases: Record<keyof typeof trendRoutes, RouteCase> = {
  listTrends: {
    idInResponse: "trd",
    invalidRequests: [
      ...invalidPages,
      { query: "status=hot&brandId=&sort=score&limit=x", fields: ["status", "brandId", "sort", "limit"] },
    ],
  },
  getTrend: { idInResponse: "trd", invalidRequests: [] },
};
