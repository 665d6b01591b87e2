import type * as z from "zod/mini";
import type { analyticsRoutes } from "../../../functions/contract/routes/analytics.ts";
import {
  analyticsStatus,
  runAnalytics,
  weeklyAnalytics,
} from "../../../functions/contract/schemas/analytics.ts";
import { id, sent, type Text, valuesOf } from "../component.ts";
import { exampleIds, exampleTimes, exampleWeekTimes, unknownId } from "../example-story.ts";
import { notThere, notValid, type OperationText, type Tagged } from "../operation-text.ts";

export const exampleAnalytics: z.output<typeof runAnalytics> = {
  runId: exampleIds.run,
  status: "ready",
  reach: 1200,
  engagementRate: 0.04,
  clicks: 48,
  estimatedRoi: 24,
  currency: "EUR",
  posts: 1,
  availableAt: exampleTimes.measured,
  updatedAt: exampleTimes.measured,
};

export const exampleWeek: z.output<typeof weeklyAnalytics> = {
  brandId: exampleIds.brd,
  week: exampleWeekTimes.week,
  startsAt: exampleWeekTimes.startsAt,
  endsAt: exampleWeekTimes.endsAt,
  status: "ready",
  posts: 1,
  reach: 1200,
  engagementRate: 0.04,
  clicks: 48,
  estimatedRoi: 24,
  currency: "EUR",
  computedAt: exampleWeekTimes.endsAt,
  updatedAt: exampleWeekTimes.refreshedAt,
};

/** Of a week, wherever it is told. */
export const startsAtText: Text =
  "When the week began: its Monday at 00:00 in the brand's time zone. Where the brand has moved to another zone since the week before, the moment at which that one ended.";
export const endsAtText: Text =
  "When the week ended, or will: the Monday after it at 00:00, in the brand's time zone of then.";

const figures = {
  reach: "How many people the posts reached; `null` where there are no posts, or no channel tells.",
  engagementRate:
    "Engagements over reach, from 0 to 1; `null` where nobody was reached, or no channel tells both.",
  clicks: "How often a link of a post was followed; `null` where there are no posts, or no channel tells.",
  estimatedRoi:
    "What the clicks are worth by the brand's `valuePerClick`, in `currency`; `null` without such a value, without posts, or with values in several currencies.",
  currency: "The currency of `estimatedRoi`: a code of ISO 4217; `null` with it.",
};

export const analyticsComponents = {
  AnalyticsStatus: valuesOf(analyticsStatus, "How much of what is to be measured was measured."),
  RunAnalytics: sent(
    runAnalytics,
    "What was measured of the posts that a run made: first 24 hours after each one's publication, finally after 48.",
    {
      runId: id("run", "The run."),
      status:
        "`pending`: nothing was measured yet, and every figure is `null`. `partial`: some posts are still to be measured. `ready`: the figures are final.",
      ...figures,
      posts: "How many of the run's posts are published.",
      availableAt: "When the figures are final; `null` before anything is published.",
      updatedAt: "When something was last measured; `null` before.",
    },
  ),
  WeeklyAnalytics: sent(weeklyAnalytics, "What the posts that a brand published in a week have brought.", {
    brandId: id("brd", "The brand."),
    week: "The week, as ISO 8601 numbers it.",
    startsAt: startsAtText,
    endsAt: endsAtText,
    status:
      "`pending`: not computed yet, and every figure is `null`. `partial`: some posts wait for their final figures. `ready`: none does.",
    posts: "How many posts were published in the week; `null` while pending.",
    ...figures,
    computedAt: "When it was first computed; `null` while pending.",
    updatedAt: "When it was last computed, with whatever was measured by then; `null` while pending.",
  }),
};

const { brandId, week } = exampleWeek;

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
