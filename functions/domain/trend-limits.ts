import { dayMs } from "./time.ts";
import { type BrandTrends, type TrackedTrend, trendLimits } from "./trend.ts";

/** A source is forgotten if no run has read it for so long, and a topic if no source has mentioned it for so long. */
const forgottenAfterMs = 30 * dayMs;
/** A topic with twice as many mentions as another one is remembered this much longer. */
const longerPerDoublingMs = dayMs;

/** Keeps what a brand remembers within `trendLimits`. Forgets the topics with the fewest and oldest mentions first. */
export function enforceLimits(trends: BrandTrends, nowMs: number): void {
  const known = [...trends.sources].filter(([, { readAtMs }]) => readAtMs > nowMs - forgottenAfterMs);
  trends.sources = new Map(known.slice(-trendLimits.sources));
  for (const trend of trends.tracked) limitTrend(trend, trends.sources);
  trends.tracked = trends.tracked
    .filter(({ lastSeenMs }) => lastSeenMs > nowMs - forgottenAfterMs)
    .map((trend) => ({ trend, until: rememberedUntilMs(trend) }))
    .toSorted((one, other) => other.until - one.until)
    .slice(0, trendLimits.tracked)
    .map(({ trend }) => trend);
}

function rememberedUntilMs(trend: TrackedTrend): number {
  if (trend.status === "rising") return Number.MAX_SAFE_INTEGER;
  return trend.lastSeenMs + longerPerDoublingMs * Math.log2(1 + mentionsOf(trend));
}

function mentionsOf({ past, buckets }: TrackedTrend): number {
  const recent = [...buckets.values()].flatMap((counts) => [...counts.values()]);
  return [...past.values(), ...recent].reduce((sum, count) => sum + count, 0);
}

function limitTrend(trend: TrackedTrend, sources: ReadonlyMap<string, unknown>): void {
  const isKept = new Set(
    [...new Set([...trend.buckets.keys(), ...trend.past.keys()])]
      .filter((source) => sources.has(source))
      .slice(0, trendLimits.sourcesPerTrend),
  );
  for (const counts of [trend.past, trend.buckets])
    for (const source of counts.keys()) if (!isKept.has(source)) counts.delete(source);
  let room: number = trendLimits.pagesPerTrend;
  for (const [bucket, pages] of [...trend.pages].toSorted(([one], [other]) => other - one)) {
    const kept = [...pages].slice(0, room);
    room -= kept.length;
    if (kept.length === 0) trend.pages.delete(bucket);
    else trend.pages.set(bucket, new Set(kept));
  }
}
