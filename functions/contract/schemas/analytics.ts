import * as z from "zod/mini";
import { analyticsGroupings } from "../../domain/brand-analytics.ts";
import { isWeek, weekPattern } from "../../domain/week.ts";
import { postingSlot } from "./brand.ts";
import { givenId, timestamp, wholeNumber } from "./fields.ts";

export const analyticsStatus = z.enum(["pending", "partial", "ready"]);

/** The metrics of a post, or of the posts of a run or of a week. */
const metrics = {
  reach: z.nullable(z.number()),
  engagementRate: z.nullable(z.number()),
  clicks: z.nullable(z.number()),
  estimatedRoi: z.nullable(z.number()),
  currency: z.nullable(z.string()),
};

export const runAnalytics = z.object({
  runId: z.string(),
  status: analyticsStatus,
  ...metrics,
  posts: z.int(),
  availableAt: z.nullable(timestamp),
  updatedAt: z.nullable(timestamp),
});

export const postAnalytics = z.object({
  postId: z.string(),
  status: analyticsStatus,
  ...metrics,
  availableAt: z.nullable(timestamp),
  updatedAt: z.nullable(timestamp),
});

const notAWeek = "must be an ISO 8601 week that exists, such as 2026-W48";

export const weeklyAnalyticsQuery = z.object({
  brandId: givenId,
  week: z.string().check(
    // Stop here if the format is wrong: one message per field is enough.
    z.regex(weekPattern, { error: notAWeek, abort: true }),
    z.refine(isWeek, notAWeek),
  ),
});

const groupResult = { posts: z.int(), reactions: z.number() };

export const previousWeek = z.object({ week: z.string(), posts: z.int(), ...metrics });
export const bestPost = z.object({ postId: z.string(), reactions: z.number() });
export const bestTopic = z.object({ topic: z.string(), ...groupResult });
export const bestHour = z.object({ ...postingSlot.shape, ...groupResult });
export const bestOfWeek = z.object({
  post: z.nullable(bestPost),
  topic: z.nullable(bestTopic),
  hour: z.nullable(bestHour),
});

export const weeklyAnalytics = z.object({
  brandId: z.string(),
  week: z.string(),
  startsAt: timestamp,
  endsAt: timestamp,
  status: analyticsStatus,
  posts: z.nullable(z.int()),
  ...metrics,
  previous: z.nullable(previousWeek),
  best: bestOfWeek,
  computedAt: z.nullable(timestamp),
  updatedAt: z.nullable(timestamp),
});

export const grouping = z.enum(analyticsGroupings);

export const analyticsGroup = z.object({
  key: z.nullable(z.string()),
  posts: z.int(),
  reactionsPerPost: z.nullable(z.number()),
  ...metrics,
});

export const brandAnalyticsQuery = z.object({
  by: z._default(grouping, "channel"),
  weeks: z._default(wholeNumber(1, 12), 4),
});

export const brandAnalytics = z.object({
  brandId: z.string(),
  by: grouping,
  startsAt: timestamp,
  endsAt: timestamp,
  posts: z.int(),
  isComplete: z.boolean(),
  groups: z.array(analyticsGroup),
});
