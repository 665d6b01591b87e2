import type * as z from "zod/mini";
import type { analyticsRoutes } from "../../../functions/contract/routes/analytics.ts";
import {
  analyticsGroup,
  analyticsStatus,
  bestHour,
  bestOfWeek,
  bestPost,
  bestTopic,
  brandAnalytics,
  grouping,
  postAnalytics,
  previousWeek,
  runAnalytics,
  weeklyAnalytics,
} from "../../../functions/contract/schemas/analytics.ts";
import { enumSchema, id, responseSchema, type Text } from "../component.ts";
import { exampleIds, exampleTimes, exampleWeekTimes, unknownId } from "../example-story.ts";
import { invalidExample, notFoundExample, type OperationText, type Tagged } from "../operation-text.ts";

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

const { runId: _runId, posts: _posts, ...metricsOfRun } = exampleAnalytics;

const examplePostAnalytics: z.output<typeof postAnalytics> = {
  postId: exampleIds.pst,
  ...metricsOfRun,
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
  previous: null,
  best: {
    post: { postId: exampleIds.pst, reactions: 48 },
    topic: { topic: "espresso", posts: 1, reactions: 48 },
    hour: { weekday: "monday", time: "09:00", posts: 1, reactions: 48 },
  },
  computedAt: exampleWeekTimes.endsAt,
  updatedAt: exampleWeekTimes.refreshedAt,
};

const exampleBrandAnalytics: z.output<typeof brandAnalytics> = {
  brandId: exampleIds.brd,
  by: "channel",
  startsAt: exampleTimes.made,
  endsAt: exampleTimes.measured,
  posts: 1,
  isComplete: true,
  groups: [
    {
      key: "feed",
      posts: 1,
      reactionsPerPost: 48,
      reach: 1200,
      engagementRate: 0.04,
      clicks: 48,
      estimatedRoi: 24,
      currency: "EUR",
    },
  ],
};

/** The limits of a week: the digest and its event use the same texts. */
export const startsAtText: Text =
  "When the week started: Monday at 00:00 in the brand's time zone. If the brand's time zone has changed since the week before, this is the time at which that week ended.";
export const endsAtText: Text =
  "When the week ended or will end: the next Monday at 00:00, in the time zone that the brand has at that time.";

const metricTexts = {
  reach:
    "The number of people that the posts reached. `null` if there are no posts, or if no channel reports reach.",
  engagementRate:
    "Engagements divided by reach, from 0 to 1. `null` if reach is 0, or if no channel reports both.",
  clicks:
    "The number of clicks on links of the posts. `null` if there are no posts, or if no channel reports clicks.",
  estimatedRoi:
    "The value of the clicks, by the brand's `valuePerClick`, in `currency`, rounded to its smallest unit. `null` if the brand has no such value, if there are no posts, or if the values are in several currencies.",
  currency: "The currency of `estimatedRoi`, as an ISO 4217 code. `null` if `estimatedRoi` is `null`.",
};

const groupTexts = {
  posts: "The number of its posts that have known reactions.",
  reactions: "The mean of their reactions.",
};

export const analyticsComponents = {
  AnalyticsStatus: enumSchema(analyticsStatus, "Whether the measurements are complete."),
  RunAnalytics: responseSchema(
    runAnalytics,
    "The metrics of the posts that a run created. Each post is measured 24 hours after its publication, and a last time after 48 hours.",
    {
      runId: id("run", "The id of the run."),
      status:
        "`pending`: nothing was measured yet, and every metric is `null`. `partial`: some posts still wait for their last measurement. `ready`: the metrics are final.",
      ...metricTexts,
      posts: "The number of the run's posts that are published.",
      availableAt: "When the metrics are or will be final; `null` before the first post is published.",
      updatedAt: "When a post was last measured; `null` before the first measurement.",
    },
  ),
  PostAnalytics: responseSchema(
    postAnalytics,
    "The metrics of one post. It is measured 24 hours after its publication, and a last time after 48 hours.",
    {
      postId: id("pst", "The id of the post."),
      status:
        "`pending`: the post was not measured yet, and every metric is `null`. `partial`: it still waits for its last measurement. `ready`: the metrics are final.",
      reach: "The number of people that the post reached. `null` if its channel does not report reach.",
      engagementRate:
        "Engagements divided by reach, from 0 to 1. `null` if reach is 0, or if the channel does not report both.",
      clicks: "The number of clicks on the link of the post. `null` if its channel does not report clicks.",
      estimatedRoi:
        "The value of the clicks, by the brand's `valuePerClick`, in `currency`, rounded to its smallest unit. `null` if the brand has no such value.",
      currency: metricTexts.currency,
      availableAt: "When the metrics are or will be final; `null` before the post is published.",
      updatedAt: "When the post was last measured; `null` before the first measurement.",
    },
  ),
  WeeklyAnalytics: responseSchema(
    weeklyAnalytics,
    "The metrics of the posts that a brand published in one week.",
    {
      brandId: id("brd", "The id of the brand."),
      week: "The ISO 8601 week.",
      startsAt: startsAtText,
      endsAt: endsAtText,
      status:
        "`pending`: the digest is not computed yet, and every metric is `null`. `partial`: some posts do not have their final metrics yet. `ready`: all posts have their final metrics.",
      posts: "The number of posts that were published in the week; `null` while `pending`.",
      ...metricTexts,
      previous:
        "The metrics of the week before, as its digest has them when this one is computed; `null` if that week has no digest.",
      best: "What did best in the week.",
      computedAt: "When the digest was first computed; `null` while `pending`.",
      updatedAt:
        "When the digest was last computed, from the measurements that existed at that time; `null` while `pending`.",
    },
  ),
  PreviousWeek: responseSchema(previousWeek, "The digest of the week before.", {
    week: "The ISO 8601 week.",
    posts: "The number of posts that were published in the week.",
    ...metricTexts,
  }),
  BestOfWeek: responseSchema(
    bestOfWeek,
    "What got the most reactions in a week. Reactions are the engagements of a post, or its clicks where the channel gives only these.",
    {
      post: "The post with the most reactions; `null` while no post has known reactions.",
      topic:
        "The hashtag whose posts have the most reactions on average; `null` if there is none. The hashtags of the brand do not count.",
      hour: "The hour of the week whose posts have the most reactions on average; `null` while no post has known reactions.",
    },
  ),
  BestPost: responseSchema(bestPost, "The best post of a week.", {
    postId: id("pst", "The id of the post."),
    reactions: "Its reactions.",
  }),
  BestTopic: responseSchema(bestTopic, "The best topic of a week.", {
    topic: "A hashtag without `#`, in lower case.",
    ...groupTexts,
  }),
  BestHour: responseSchema(bestHour, "The best hour of a week, in the brand's time zone.", {
    weekday: "The day of the week.",
    time: "The beginning of the hour, as `HH:MM`.",
    ...groupTexts,
  }),
  BrandAnalytics: responseSchema(
    brandAnalytics,
    "The metrics of a brand's posts of the last weeks, in groups.",
    {
      brandId: id("brd", "The id of the brand."),
      by: "What the posts are grouped by.",
      startsAt: "The beginning of the weeks whose posts are counted.",
      endsAt: "The end of these weeks: the time of the request.",
      posts: "The number of posts that are counted.",
      isComplete:
        "`false` if 1,000 posts are counted, because older ones may be missing, or if groups are left out: there are at most 200, those with the most reactions per post.",
      groups: "The group with the most reactions per post comes first.",
    },
  ),
  AnalyticsGrouping: enumSchema(grouping, "What posts are grouped by."),
  AnalyticsGroup: responseSchema(analyticsGroup, "The metrics of a part of a brand's posts.", {
    key: "A channel, a pipeline's id (`null`: posts that no run made), a hashtag without `#`, or an hour such as `monday 09:00` in the brand's time zone. A post with several hashtags is in several groups. The hashtags of the brand have no groups.",
    posts: "The number of posts of the group.",
    reactionsPerPost:
      "The mean of the posts with known reactions: engagements, or clicks where the channel gives only these. `null` if none is known.",
    ...metricTexts,
  }),
};

const { brandId, week } = exampleWeek;

export const analyticsOperations: Tagged<Record<keyof typeof analyticsRoutes, OperationText>> = {
  tag: "Analytics",
  description: "The metrics of a post, of the posts of a run, or of a brand in a week.",
  operations: {
    getRunAnalytics: {
      summary: "Get the analytics of a run",
      description:
        "Returns the metrics of all posts that the run created. Each post is measured 24 hours after its publication, and a last time after 48 hours.",
      success: { text: "The metrics so far.", example: exampleAnalytics },
    },
    getPostAnalytics: {
      summary: "Get the analytics of a post",
      description:
        "Returns the metrics of one post, by the rules of a run's. The post is measured 24 hours after its publication, and a last time after 48 hours.",
      success: { text: "The metrics so far.", example: examplePostAnalytics },
    },
    getBrandAnalytics: {
      summary: "Get the analytics of a brand by channel, pipeline, topic or hour",
      description:
        "Returns the metrics of the posts that the brand published in the last weeks, grouped. Posts that are not measured yet count as posts without metrics.",
      query: ["AnalyticsBy", "AnalyticsWeeks"],
      success: { text: "The groups.", example: exampleBrandAnalytics },
      errors: [
        invalidExample({ query: { by: "channel", weeks: "13" } }, [
          { field: "weeks", reason: "must be an integer from 1 to 12" },
        ]),
      ],
    },
    getWeeklyAnalytics: {
      summary: "Get the weekly digest of a brand",
      description:
        "Returns the metrics of the posts that the brand published in one week. The digest is computed when the week ends: on the next Monday at 00:00 in the brand's time zone. To know when it is ready, subscribe to `analytics.weekly_ready`.",
      query: ["DigestBrand", "DigestWeek"],
      success: { text: "The digest.", query: { brandId, week }, example: exampleWeek },
      errors: [
        invalidExample({ query: { brandId, week: "2026-W54" } }, [
          { field: "week", reason: "must be an ISO 8601 week that exists, such as 2026-W48" },
        ]),
        notFoundExample("brand", { query: { brandId: unknownId("brd"), week } }),
        {
          name: "noDigest",
          status: 404,
          summary: "The brand has no digest of this week.",
          body: {
            error: {
              code: "not_found",
              message:
                "The brand has no digest of 2020-W01: digests exist from the brand's first week to the current one.",
            },
          },
          request: { query: { brandId, week: "2020-W01" } },
        },
      ],
    },
  },
};
