import { hourMs } from "./time.ts";
import {
  type BrandTrends,
  bucketMiddleMs,
  type SourceActivity,
  type TrackedTrend,
  type TrendTerms,
} from "./trend.ts";

const halfLifeMs = 12 * hourMs;
/** As much as some three unexpected mentions: more of one source are no more evidence. */
const evidenceMax = 3;

/**
 * How many items of past activity the first guess of a topic's share weighs as much as: the share of a source is drawn
 * towards that of all sources, and that of all sources towards 2 % (half an item of 25). So a brand whose past is short
 * expects some mentions of anything.
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

/** What is compared in each score of a brand at one moment: computed once for all trends. */
export interface Comparison {
  nowMs: number;
  /** Of each source: its items of the past, and its recent ones with their weights. */
  sources: ReadonlyMap<string, { past: number; recent: number }>;
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
 * The terms of a trend's score. Observed are its recent mentions. Expected are those that it would have if it had its usual
 * share of what each source publishes now: so a source that always reports more on a working day is no rise.
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
 * √o + √(o+1) − √(4e+1), which for counts with a mean of e varies by about 1 whatever e is, also for small e (Freeman and
 * Tukey, "Transformations Related to the Angular and the Square Root", 1950). At most `evidenceMax` of one source counts, so
 * a source that publishes much about one topic makes no trend. The sum is divided by its own variation: 1, and up to 1 more
 * for each source that is expected to report.
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
