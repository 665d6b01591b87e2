import { hourMs, isoTime } from "./time.ts";
import {
  type BrandTrends,
  bucketMiddleMs,
  bucketOf,
  bucketStartMs,
  type CurvePoint,
  recentBuckets,
  type SourceActivity,
  type TrackedTrend,
  type TrendTerms,
  trendLimits,
} from "./trend.ts";

const halfLifeMs = 12 * hourMs;
/** The most that one source adds to a score: as much as some three unexpected mentions. */
const evidenceMax = 3;

/**
 * A short past says little about a topic's usual share. So the share of all sources begins as 2 % (half a mention of 25 items),
 * and the share of one source begins as that of all sources. Each guess weighs as much as 25 past items. So a brand whose past
 * is short expects some mentions of any topic.
 */
const guessWeight = 25;
const guessedMentions = 0.5;

/** How much a mention counts now: half after each half-life. */
function weightAt(bucket: number, nowMs: number): number {
  return 2 ** (-Math.max(0, nowMs - bucketMiddleMs(bucket)) / halfLifeMs);
}

function decayedSum(buckets: ReadonlyMap<number, number>, nowMs: number): number {
  return [...buckets].reduce((sum, [bucket, count]) => sum + count * weightAt(bucket, nowMs), 0);
}

/** What a brand's sources have published, as of one moment: the same for the scores of all its trends. */
export interface Comparison {
  nowMs: number;
  /** The past items of each source, its recent ones by bucket, and the sum of their weights. */
  sources: ReadonlyMap<string, { past: number; buckets: ReadonlyMap<number, number>; recent: number }>;
  /** The past items of all sources. */
  past: number;
}

export function comparisonAt({ sources }: Pick<BrandTrends, "sources">, nowMs: number): Comparison {
  const compared = new Map(
    [...sources].map(([source, { past, buckets }]: [string, SourceActivity]) => [
      source,
      { past, buckets, recent: decayedSum(buckets, nowMs) },
    ]),
  );
  const past = [...compared.values()].reduce((sum, one) => sum + one.past, 0);
  return { nowMs, sources: compared, past };
}

/**
 * The terms of a trend's score. Observed are its recent mentions. Expected are the mentions that it would have if it had its
 * usual share of what each source publishes now. So a topic does not rise just because a source publishes more on a working
 * day.
 */
export function termsOf(trend: Pick<TrackedTrend, "past" | "buckets">, comparison: Comparison): TrendTerms {
  const sources = reportersOf(trend, comparison).map(({ source, share, mentions, activity }) => ({
    source,
    observed: rounded(decayedSum(mentions, comparison.nowMs)),
    expected: rounded(share * activity.recent),
  }));
  const sum = (name: "observed" | "expected") => rounded(sources.reduce((all, one) => all + one[name], 0));
  return {
    observed: sum("observed"),
    expected: sum("expected"),
    halfLifeHours: halfLifeMs / hourMs,
    evidenceMax,
    sources,
  };
}

/** A source that reports on a trend, or has reported on it. */
interface Reporter {
  source: string;
  /** The usual share of the trend in what the source publishes. */
  share: number;
  /** Its recent mentions of the trend, by bucket. */
  mentions: ReadonlyMap<number, number>;
  activity: { buckets: ReadonlyMap<number, number>; recent: number };
}

function reportersOf(trend: Pick<TrackedTrend, "past" | "buckets">, comparison: Comparison): Reporter[] {
  const pastMentions = [...trend.past.values()].reduce((sum, count) => sum + count, 0);
  const shareOfAll = (pastMentions + guessedMentions) / (comparison.past + guessWeight);
  const names = new Set([...trend.past.keys(), ...trend.buckets.keys()]);
  return [...names].toSorted().flatMap((source) => {
    const activity = comparison.sources.get(source);
    if (activity === undefined) return [];
    const share = ((trend.past.get(source) ?? 0) + guessWeight * shareOfAll) / (activity.past + guessWeight);
    return [{ source, share, mentions: trend.buckets.get(source) ?? new Map<number, number>(), activity }];
  });
}

/** The points of a trend's recent buckets, with the shares that its terms have. The last bucket is not over yet. */
export function recentCurve(
  trend: Pick<TrackedTrend, "past" | "buckets">,
  comparison: Comparison,
): CurvePoint[] {
  const reporters = reportersOf(trend, comparison);
  const last = bucketOf(comparison.nowMs);
  return Array.from({ length: recentBuckets + 1 }, (_, index) => {
    const bucket = last - recentBuckets + index;
    const observed = reporters.reduce((sum, { mentions }) => sum + (mentions.get(bucket) ?? 0), 0);
    const expected = reporters.reduce(
      (sum, { share, activity }) => sum + share * (activity.buckets.get(bucket) ?? 0),
      0,
    );
    const from = isoTime(bucketStartMs(bucket));
    return { from, observed: rounded(observed), expected: rounded(expected) };
  });
}

/** A curve with the points of its recent buckets in place of those that it had of them. */
export function extendedCurve(known: readonly CurvePoint[], recent: readonly CurvePoint[]): CurvePoint[] {
  const [first] = recent;
  const older = first === undefined ? known : known.filter(({ from }) => from < first.from);
  return [...older, ...recent].slice(-trendLimits.curvePoints);
}

/**
 * The score of a trend: how far its mentions are above what is expected. Each source adds its Freeman-Tukey deviate,
 * √o + √(o+1) − √(4e+1). For counts with a mean of e, its standard deviation is about 1, also for small e (Freeman and Tukey,
 * "Transformations Related to the Angular and the Square Root", 1950). At most `evidenceMax` of one source counts, so a source
 * that publishes much about one topic makes no trend. The sum is divided by its own standard deviation: its variance is 1, and
 * up to 1 more for each source that is expected to report.
 */
export function scoreOf({ sources, evidenceMax: most }: Pick<TrendTerms, "sources" | "evidenceMax">): number {
  const evidence = sources.reduce(
    (sum, { observed, expected }) => sum + Math.min(most, deviate(observed, expected)),
    0,
  );
  const variance = 1 + sources.reduce((sum, { expected }) => sum + Math.min(1, expected), 0);
  return rounded(evidence / Math.sqrt(variance));
}

function deviate(observed: number, expected: number): number {
  return Math.sqrt(observed) + Math.sqrt(observed + 1) - Math.sqrt(4 * expected + 1);
}

const rounded = (value: number) => Math.round(value * 1000) / 1000;
