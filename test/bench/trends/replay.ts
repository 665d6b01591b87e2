import { hourMs } from "../../../functions/domain/time.ts";
import type { BrandTrends, TrackedTrend } from "../../../functions/domain/trend.ts";
import { comparisonAt, scoreOf, termsOf } from "../../../functions/domain/trend-score.ts";
import { groupItems } from "../../../functions/pipeline/group-items.ts";
import { observeStories } from "../../../functions/pipeline/trends/observe-stories.ts";
import type { Story } from "../../../functions/pipeline/trends/stories.ts";
import { firstRiseDay, sampleDays } from "./plan.ts";
import { dayOf, type Sample, type SampleItem, sampleStartMs } from "./sample.ts";
import { sampleSources } from "./sources.ts";

const hoursBetweenRuns = 3;
/** The days over which the mean and the deviation of the z-score are. */
const windowDays = 7;

export const methods = ["the service", "count of mentions", "z-score, 7 days"] as const;
export type Method = (typeof methods)[number];

/** What a method names at the end of a day, best first: the topics that its best trends are about. */
export type TopTopics = Record<Method, number[][]>;

/**
 * Reads the sample as runs would, every three hours, and takes the best trends of each method at the end of each day. All
 * methods score the same groups of items, so they differ in the score alone.
 */
export function replay({ items }: Sample, top: number): TopTopics {
  const trends: BrandTrends = { version: null, sources: new Map(), tracked: [] };
  const itemsOf = new Map<TrackedTrend, Set<SampleItem>>();
  const itemsById = new Map(items.map((item) => [item.id, item]));
  const best: TopTopics = { "the service": [], "count of mentions": [], "z-score, 7 days": [] };
  for (let hour = hoursBetweenRuns; hour <= sampleDays * 24; hour += hoursBetweenRuns) {
    const nowMs = sampleStartMs + hour * hourMs;
    const read = readFeeds(items, nowMs);
    const stories = groupItems(read).map((members) => ({ item: members[0], members }));
    const linked = observeStories(trends, { items: read, stories }, nowMs);
    recordItems(linked, itemsById, itemsOf);
    const day = hour / 24 - 1;
    if (!Number.isInteger(day) || day < firstRiseDay) continue;
    const comparison = comparisonAt(trends, nowMs);
    const scores: Record<Method, (trend: TrackedTrend) => number> = {
      "the service": (trend) => scoreOf(termsOf(trend, comparison)),
      "count of mentions": (trend) => countOn(itemsOf.get(trend), day),
      "z-score, 7 days": (trend) => zScore(itemsOf.get(trend), day),
    };
    for (const method of methods) {
      const scored = trends.tracked.map((trend) => ({ trend, score: scores[method](trend) }));
      best[method][day] = scored
        .toSorted((one, other) => other.score - one.score)
        .slice(0, top)
        .map(({ trend }) => topicOf(itemsOf.get(trend), day));
    }
  }
  return best;
}

/** The newest items of each source's feed. */
function readFeeds(items: readonly SampleItem[], nowMs: number): SampleItem[] {
  const until = new Date(nowMs).toISOString();
  const published = items.filter(({ publishedAt }) => (publishedAt ?? "") <= until);
  return sampleSources.flatMap(({ name, feedItems }) =>
    published.filter(({ source }) => source === name).slice(-feedItems),
  );
}

/** Records which items each trend has had. A trend gets the items of those that were merged into it. */
function recordItems(
  linked: ReadonlyMap<TrackedTrend, readonly Story[]>,
  itemsById: ReadonlyMap<string, SampleItem>,
  itemsOf: Map<TrackedTrend, Set<SampleItem>>,
): void {
  const trendOf = new Map([...itemsOf].flatMap(([trend, items]) => [...items].map((item) => [item, trend])));
  for (const [trend, stories] of linked) {
    const known = itemsOf.get(trend) ?? new Set();
    itemsOf.set(trend, known);
    for (const { id } of stories.flatMap((story) => story.items)) {
      const item = itemsById.get(id);
      if (item === undefined) continue;
      const former = trendOf.get(item);
      known.add(item);
      if (former === undefined || former === trend || linked.has(former)) continue;
      for (const moved of itemsOf.get(former) ?? []) known.add(moved);
      itemsOf.delete(former);
    }
  }
}

const countOn = (items: ReadonlySet<SampleItem> | undefined, day: number) =>
  [...(items ?? [])].filter((item) => dayOf(item) === day).length;

/** How many standard deviations a day's count is above the mean of the days before. A deviation below 1 counts as 1. */
function zScore(items: ReadonlySet<SampleItem> | undefined, day: number): number {
  const days = Array.from({ length: Math.min(windowDays, day) }, (_, index) =>
    countOn(items, day - 1 - index),
  );
  const mean = days.reduce((sum, count) => sum + count, 0) / days.length;
  const variance = days.reduce((sum, count) => sum + (count - mean) ** 2, 0) / days.length;
  return (countOn(items, day) - mean) / Math.max(1, Math.sqrt(variance));
}

/** The topic that most of a trend's items of a day are about; -1 if it has none. */
function topicOf(items: ReadonlySet<SampleItem> | undefined, day: number): number {
  const counts = new Map<number, number>();
  for (const item of items ?? [])
    if (dayOf(item) === day) counts.set(item.topic, (counts.get(item.topic) ?? 0) + 1);
  return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0] ?? -1;
}
