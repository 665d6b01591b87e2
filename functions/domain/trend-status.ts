import type { NewId } from "./ids.ts";
import { type BrandTrends, type TrackedTrend, type TrendTerms, trendLimits } from "./trend.ts";
import { comparisonAt, scoreOf, termsOf } from "./trend-score.ts";

/** A rising trend fades when its score is below this part of the threshold: a score at the threshold does not flicker. */
const fadesBelow = 0.5;

/** A trend that clients know, with its score at one moment. */
export interface ScoredTrend {
  trend: TrackedTrend & { id: string };
  terms: TrendTerms;
  score: number;
  /** It has just risen: for the first time, or again after it had faded. */
  hasRisen: boolean;
  hasFaded: boolean;
}

/**
 * Lets trends rise and fade. A trend rises when its score is at least the threshold, and gets its id then. It fades when its
 * score is below half of the threshold, and only then it can rise again. If too many rise, those with the lowest scores wait.
 * @returns the trends that are rising and those that have faded just now, best first
 */
export function updateStatuses(
  trends: Pick<BrandTrends, "sources" | "tracked">,
  { threshold, nowMs, newId }: { threshold: number; nowMs: number; newId: NewId },
): ScoredTrend[] {
  const comparison = comparisonAt(trends, nowMs);
  const scored = trends.tracked
    .map((trend) => {
      const terms = termsOf(trend, comparison);
      return { trend, terms, score: scoreOf(terms) };
    })
    .toSorted((one, other) => other.score - one.score);
  const faded = scored.filter(
    ({ trend, score }) => trend.status === "rising" && score < threshold * fadesBelow,
  );
  for (const { trend } of faded) trend.status = "fading";
  let room = trendLimits.rising - scored.filter(({ trend }) => trend.status === "rising").length;
  return scored.flatMap(({ trend, terms, score }): ScoredTrend[] => {
    const hasFaded = faded.some((one) => one.trend === trend);
    const hasRisen = trend.status !== "rising" && !hasFaded && score >= threshold && room > 0;
    if (hasRisen) {
      room -= 1;
      trend.status = "rising";
      trend.id ??= newId("trd");
    }
    const { id } = trend;
    if (id === null || (trend.status !== "rising" && !hasFaded)) return [];
    return [{ trend: Object.assign(trend, { id }), terms, score, hasRisen, hasFaded }];
  });
}
