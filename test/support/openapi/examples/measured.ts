import type { PostMetrics } from "../../../../functions/domain/analytics.ts";
import {
  refreshedDigest,
  refreshMessages,
  type WeeklyDigest,
  weeklyDigest,
} from "../../../../functions/domain/weekly-digest.ts";
import { exampleTimes, exampleWeekTimes } from "../../../../lib/openapi/example-story.ts";
import { exampleAnalytics } from "../../../../lib/openapi/resources/analytics.ts";
import { exampleBrand } from "../../../../lib/openapi/resources/brands.ts";
import { examplePost } from "../../../../lib/openapi/resources/posts.ts";

const { due, measured } = exampleTimes;

/** The metrics that the feed channel reports for the examples' post after 48 hours. */
export function measuredPost(postId: string): PostMetrics {
  const { valuePerClick, currency } = exampleBrand.settings;
  const { reach } = exampleAnalytics;
  // A feed has no other engagement.
  const clicks = 48;
  const value = clicks * (valuePerClick ?? 0);
  return {
    postId,
    publishedAt: due,
    stage: "final",
    reach,
    engagements: clicks,
    clicks,
    value,
    currency,
    updatedAt: measured,
  };
}

/** The digest of the week in which the examples' post is published: computed at its end, and refreshed when that is due. */
export function digestOfWeek(organizationId: string, brandId: string, postId: string): WeeklyDigest {
  const { week, startsAt, endsAt } = exampleWeekTimes;
  const { pipelineId, content } = examplePost;
  const post = {
    metrics: measuredPost(postId),
    channel: "feed" as const,
    pipelineId,
    hashtags: content.hashtags,
  };
  const input = { posts: [post], previous: null, brand: exampleBrand };
  const endsAtMs = Date.parse(endsAt);
  const digest = weeklyDigest({ organizationId, brandId, week, startsAt, endsAt }, input, endsAtMs);
  const [refresh] = refreshMessages(digest, endsAtMs);
  return refreshedDigest(digest, input, refresh?.notBeforeMs ?? endsAtMs);
}
