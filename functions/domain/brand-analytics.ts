import { type MetricsSummary, summarizeMetrics } from "./analytics.ts";
import {
  groupPosts,
  hourOfWeek,
  type MeasuredPost,
  meanReactions,
  slotAt,
  topicsOf,
} from "./measured-post.ts";

export const analyticsGroupings = ["channel", "pipeline", "topic", "hour"] as const;
type Grouping = (typeof analyticsGroupings)[number];

/** The metrics of a part of a brand's posts. */
export interface AnalyticsGroup extends MetricsSummary {
  /** A channel, a pipeline's id (null: posts that no run made), a hashtag without "#", or an hour such as "monday 09:00". */
  key: string | null;
  posts: number;
  /** The mean of the posts that have known reactions: engagements, or clicks where the channel gives only these. */
  reactionsPerPost: number | null;
}

/** Groups a brand's published posts. The group with the most reactions per post is the first one. */
export function analyticsGroups(
  posts: readonly MeasuredPost[],
  by: Grouping,
  { timezone, hashtags }: { timezone: string; hashtags: readonly string[] },
): AnalyticsGroup[] {
  const keysOf: Record<Grouping, (post: MeasuredPost) => readonly (string | null)[]> = {
    channel: ({ channel }) => [channel],
    pipeline: ({ pipelineId }) => [pipelineId],
    topic: (post) => topicsOf(post, hashtags),
    hour: (post) => [hourText(hourOfWeek(post, timezone))],
  };
  return [...groupPosts(posts, keysOf[by])]
    .map(([key, group]) => ({
      key,
      posts: group.length,
      reactionsPerPost: meanReactions(group),
      ...summarizeMetrics(group.map(({ metrics }) => metrics)),
    }))
    .toSorted(
      (a, b) =>
        (b.reactionsPerPost ?? -1) - (a.reactionsPerPost ?? -1) ||
        b.posts - a.posts ||
        ((a.key ?? "") < (b.key ?? "") ? -1 : 1),
    );
}

function hourText(hour: number): string {
  const { weekday, time } = slotAt(hour);
  return `${weekday} ${time}`;
}
