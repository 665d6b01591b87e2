import { hourMs } from "./time.ts";
import {
  type BrandTrends,
  bucketMiddleMs,
  type SourceActivity,
  type TrackedTrend,
  type TrendTerms,
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
  /** The past items of each source, and the sum of the weights of its recent ones. */
  sources: ReadonlyMap<string, { past: number; recent: number }>;
  /** The past items of all sources. */
  past: number;
}

export function comparisonAt({ sources }: Pick<BrandTrends, "sources">, nowMs: number): Comparison {
  const compared = new Map(
    [...sources].map(([source, activity]: [string, SourceActivity]) => [
      source,
      { past: activity.past, recent: decayedSum(activity.buckets, nowMs) },
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
  const pastMentions = [...trend.past.values()].reduce((sum, count) => sum + count, 0);
  const shareOfAll = (pastMentions + guessedMentions) / (comparison.past + guessWeight);
  const reporting = new Set([...trend.past.keys(), ...trend.buckets.keys()]);
  const sources = [...reporting].toSorted().flatMap((source) => {
    const activity = comparison.sources.get(source);
    if (activity === undefined) return [];
    const share = ((trend.past.get(source) ?? 0) + guessWeight * shareOfAll) / (activity.past + guessWeight);
    const observed = decayedSum(trend.buckets.get(source) ?? new Map<number, number>(), comparison.nowMs);
    return [{ source, observed: rounded(observed), expected: rounded(share * activity.recent) }];
  });
  const sum = (name: "observed" | "expected") => rounded(sources.reduce((all, one) => all + one[name], 0));
  return {
    observed: sum("observed"),
    expected: sum("expected"),
    halfLifeHours: halfLifeMs / hourMs,
    evidenceMax,
    sources,
  };
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
