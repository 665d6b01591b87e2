import type { analyticsRoutes } from "../../../../functions/contract/routes/analytics.ts";
import { type RouteCase } from "./route-case.ts";

export const analyticsCases: Record<keyof typeof analyticsRoutes, RouteCase> = {
  getRunAnalytics: { idInResponse: "run", invalidRequests: [] },
  getPostAnalytics: { idInPath: "published", idInResponse: "published", invalidRequests: [] },
  getWeeklyAnalytics: {
    query: ({ brd: brandId }) => ({ brandId, week: "2026-W47" }),
    idInResponse: "brd",
    invalidRequests: [
      { query: "", fields: ["brandId", "week"] },
      { query: "brandId=&week=", fields: ["brandId", "week"] },
      { query: `brandId=${"b".repeat(201)}&week=2026-11-16`, fields: ["brandId", "week"] },
      ...["2026-W54", "2026-W00", "2026-W7", "2026W47", "2026-w47", "2025-W53", "2027-W53", "+2026-W47"].map(
        (week) => ({ query: `brandId=brd&week=${encodeURIComponent(week)}`, fields: ["week"] }),
      ),
    ],
  },
  getBrandAnalytics: {
    query: () => ({ by: "hour", weeks: "12" }),
    idInResponse: "brd",
    invalidRequests: [
      { query: "by=day&weeks=0", fields: ["by", "weeks"] },
      ...["13", "1.5", "", "four"].map((weeks) => ({ query: `weeks=${weeks}`, fields: ["weeks"] })),
    ],
  },
};
