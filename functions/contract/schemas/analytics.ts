import * as z from "zod/mini";
import { isWeek, weekPattern } from "../../domain/week.ts";
import { timestamp } from "./fields.ts";

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
  brandId: z.string().check(z.minLength(1), z.maxLength(200)),
  week: z.string().check(
    // Stop here if the format is wrong: one message per field is enough.
    z.regex(weekPattern, { error: notAWeek, abort: true }),
    z.refine(isWeek, notAWeek),
  ),
});

export const weeklyAnalytics = z.object({
  brandId: z.string(),
  week: z.string(),
  startsAt: timestamp,
  endsAt: timestamp,
  status: analyticsStatus,
  posts: z.nullable(z.int()),
  ...metrics,
  computedAt: z.nullable(timestamp),
  updatedAt: z.nullable(timestamp),
});
