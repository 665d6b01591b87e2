import { hourMs, isoTime } from "../../../functions/domain/time.ts";
import type { BrandTrends, TrackedTrend } from "../../../functions/domain/trend.ts";
import { comparisonAt, scoreOf, termsOf } from "../../../functions/domain/trend-score.ts";
import { groupItems } from "../../../functions/pipeline/group-items.ts";
import type { SourceItem } from "../../../functions/pipeline/sources/source.ts";
import { observeStories } from "../../../functions/pipeline/trends/observe-stories.ts";

/** An item with a page of its own. */
export function anItem(
  title: string,
  source: string,
  atMs: number,
  given: Partial<SourceItem> = {},
): SourceItem {
  const url = `https://${source.toLowerCase()}.example/${encodeURIComponent(title)}/${atMs}`;
  return {
    id: url,
    title,
    url,
    summary: "",
    publishedAt: isoTime(atMs),
    source,
    image: null,
    engagement: null,
    ...given,
  };
}

export const noTrends = (): BrandTrends => ({ version: null, sources: new Map(), tracked: [] });

/** What a run has read, as `rank` would group it. */
export function readingOf(items: readonly SourceItem[]) {
  return { items, stories: groupItems(items).map((members) => ({ item: members[0], members })) };
}

/** Lets a run read items, and returns the trend of an item. */
export function observe(trends: BrandTrends, items: readonly SourceItem[], nowMs: number) {
  const linked = observeStories(trends, readingOf(items), nowMs);
  const trendOf = ({ id }: SourceItem): TrackedTrend => {
    const found = [...linked].find(([, stories]) =>
      stories.some((story) => story.items.some((item) => item.id === id)),
    );
    if (found === undefined) throw new Error(`The item ${id} has no trend.`);
    return found[0];
  };
  return { trendOf, scoreAt: (trend: TrackedTrend, atMs = nowMs) => scoreAt(trends, trend, atMs) };
}

export function scoreAt(trends: BrandTrends, trend: TrackedTrend, atMs: number): number {
  return scoreOf(termsOf(trend, comparisonAt(trends, atMs)));
}

const noiseWords =
  "harbour tower bakery glacier museum violin lantern orchard saddle canyon pepper meadow".split(" ");

/** Ten unrelated items of each of four sources, on each of some days that end at a time. */
export function ordinaryDays(days: number, untilMs: number): SourceItem[] {
  return sourceNames.flatMap((source, at) =>
    Array.from({ length: days * 10 }, (_, index) => {
      const word = noiseWords[(index + at) % noiseWords.length];
      return anItem(
        `${word} ${source}${index}x ${source}${index}y`,
        source,
        untilMs - (index * 24 + 1) * 0.1 * hourMs,
      );
    }),
  );
}

export const sourceNames = ["Tidings", "Herald", "Gazette", "Courier"];
