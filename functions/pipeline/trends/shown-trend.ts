import { isoTime } from "../../domain/time.ts";
import { type TrackedTrend, type Trend, type TrendItem, trendLimits } from "../../domain/trend.ts";
import { extendedCurve } from "../../domain/trend-score.ts";
import type { ScoredTrend } from "../../domain/trend-status.ts";
import { order } from "../group-items.ts";
import { topicTokens } from "./link-stories.ts";
import type { Story } from "./stories.ts";

/**
 * A trend as clients see it. Its items are the newest of those that were stored and those of the run. Its title is the title of
 * the item that fits the topic best.
 * @param options.known the trend as it is stored; undefined if it is not
 * @param options.stories the stories of the run about the trend
 */
export function shownTrend(
  { id, status, trend, terms, score, curve }: ScoredTrend,
  {
    known,
    stories,
    brand,
    nowMs,
  }: {
    known: Trend | undefined;
    stories: readonly Story[];
    brand: Pick<Trend, "organizationId" | "brandId">;
    nowMs: number;
  },
): Trend {
  const items = newestItems([
    ...stories.flatMap((story) => story.items.map(toItem)),
    ...(known?.items ?? []),
  ]);
  return {
    ...brand,
    id,
    title: bestTitle(trend, items) ?? known?.title ?? "",
    score,
    status,
    firstSeenAt: isoTime(trend.firstSeenMs),
    lastSeenAt: isoTime(trend.lastSeenMs),
    sources: [...new Set([...trend.buckets.keys(), ...items.map(({ source }) => source)])].toSorted(order),
    items,
    terms,
    curve: extendedCurve(known?.curve ?? [], curve),
    updatedAt: isoTime(nowMs),
  };
}

const toItem = ({ title, url, source, publishedAt }: TrendItem): TrendItem => ({
  title,
  url,
  source,
  publishedAt,
});

function newestItems(items: readonly TrendItem[]): TrendItem[] {
  const byUrl = new Map(items.toReversed().map((item) => [item.url, item]));
  return [...byUrl.values()]
    .toSorted((a, b) => order(b.publishedAt ?? "", a.publishedAt ?? "") || order(a.url, b.url))
    .slice(0, trendLimits.itemsPerTrend);
}

/**
 * The title whose words are the most common in the trend's headlines, in relation to its length. Of equally good ones, the
 * newest.
 */
function bestTitle({ tokens, headlines }: TrackedTrend, items: readonly TrendItem[]): string | undefined {
  const fit = ({ title }: TrendItem) => {
    const words = [...topicTokens(title)];
    const shared = words.reduce((sum, word) => sum + (tokens.get(word) ?? 0) / headlines, 0);
    return words.length === 0 ? 0 : shared / Math.sqrt(words.length);
  };
  return items.toSorted((a, b) => fit(b) - fit(a))[0]?.title;
}
