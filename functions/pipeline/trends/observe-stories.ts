import type { BrandTrends, TrackedTrend } from "../../domain/trend.ts";
import { enforceLimits } from "../../domain/trend-limits.ts";
import { closeBuckets, observeMentions, observeSources } from "../../domain/trend-observations.ts";
import type { SourceItem } from "../sources/source.ts";
import { linkStories } from "./link-stories.ts";
import { publishedBy, publishedMs, type ReadStory, type Story, storiesOf } from "./stories.ts";

/** What a run has read. */
export interface Reading {
  /** All items of its sources. */
  items: readonly SourceItem[];
  /** The stories that may become trends. */
  stories: readonly ReadStory[];
}

/**
 * Adds what a run has read to a brand's trends. Observing the same items again changes no count.
 * @returns the stories of each trend
 */
export function observeStories(
  trends: BrandTrends,
  { items, stories: read }: Reading,
  nowMs: number,
): Map<TrackedTrend, Story[]> {
  const published = publishedBy(items, nowMs);
  observeSources(trends, published, nowMs);
  const isOpen = ({ source, bucket }: { source: string; bucket: number }) =>
    bucket >= (trends.sources.get(source)?.pastEnd ?? 0);
  const stories = storiesOf(read, items, nowMs).filter(({ mentions }) => mentions.some(isOpen));
  const linked = linkStories(trends, stories, nowMs);
  for (const [trend, linkedStories] of linked) {
    const mentions = linkedStories.flatMap((story) => story.mentions);
    observeMentions(trend, mentions, trends.sources);
    const times = linkedStories.flatMap((story) => story.items.map((item) => publishedMs(item, nowMs)));
    trend.firstSeenMs = Math.min(trend.firstSeenMs, ...times);
    trend.lastSeenMs = Math.max(trend.lastSeenMs, ...times);
  }
  closeBuckets(trends, published.keys(), nowMs);
  enforceLimits(trends, nowMs);
  return linked;
}
