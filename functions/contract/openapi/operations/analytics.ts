import type { analyticsRoutes } from "../../routes/analytics.ts";
import { exampleIds, unknownId } from "../examples/ids.ts";
import { exampleAnalytics, exampleWeek } from "../examples/resources.ts";
import { notThere, notValid, type OperationText, type Tagged } from "../operation-text.ts";

const { brandId, week } = { brandId: exampleIds.brd, week: exampleWeek.week };

export const analyticsOperations: Tagged<Record<keyof typeof analyticsRoutes, OperationText>> = {
  tag: "Analytics",
  description: "What the posts of a run, or of a brand in a week, have brought.",
  operations: {
    getRunAnalytics: {
      summary: "Get the analytics of a run",
      description:
        "The figures of all posts that the run made. Each post is measured 24 hours after its publication, and finally after 48.",
      success: { text: "The figures so far.", example: exampleAnalytics },
    },
    getWeeklyAnalytics: {
      summary: "Get the weekly digest of a brand",
      description:
        "The figures of the posts that the brand published in a week, computed on the Monday after it at 00:00 in the brand's time zone. Subscribe to `analytics.weekly_ready` to know when.",
      query: ["DigestBrand", "DigestWeek"],
      success: { text: "The digest.", query: { brandId, week }, example: exampleWeek },
      refused: [
        notValid({ query: { brandId, week: "2026-W54" } }, [
          { field: "week", reason: "must be an ISO 8601 week that exists, such as 2026-W48" },
        ]),
        notThere("brand", { query: { brandId: unknownId("brd"), week } }),
        {
          name: "noDigest",
          status: 404,
          summary: "The brand has no digest of that week.",
          body: {
            error: {
              code: "not_found",
              message:
                "The brand has no digest of 2020-W01: there is one of each week from the brand's first to the present one.",
            },
          },
          request: { query: { brandId, week: "2020-W01" } },
        },
      ],
    },
  },
};
