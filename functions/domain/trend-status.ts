import type { NewId } from "./ids.ts";
import {
  type BrandTrends,
  type CurvePoint,
  type TrackedTrend,
  type TrendStatus,
  type TrendTerms,
  trendLimits,
} from "./trend.ts";
import { comparisonAt, recentCurve, scoreOf, termsOf } from "./trend-score.ts";

/**
 * A rising trend fades when its score is below this part of the threshold. So a score around the threshold does not change the
 * status each time.
 */
const fadesBelow = 0.5;

/** A trend that clients know, with its score at one moment. */
export interface ScoredTrend {
  id: string;
  status: TrendStatus;
  trend: TrackedTrend;
  terms: TrendTerms;
  score: number;
  /** The points of its recent buckets. */
  curve: CurvePoint[];
  /** Whether it has just risen: for the first time, or again after it had faded. */
  hasRisen: boolean;
  /** Whether it has just faded. */
  hasFaded: boolean;
}

/**
 * Sets the status of each trend. A trend rises when its score is at least the threshold, and gets its id then. It fades when
 * its score is below half of the threshold, and can rise again afterwards. If too many could rise, those with the highest
 * scores do.
 * @returns the trends that are rising, and those that have just faded, highest score first
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
  const faded = new Set<TrackedTrend>();
  for (const { trend, score } of scored) {
    if (trend.status !== "rising" || score >= threshold * fadesBelow) continue;
    trend.status = "fading";
    faded.add(trend);
  }
  let room = trendLimits.rising - scored.filter(({ trend }) => trend.status === "rising").length;
  return scored.flatMap(({ trend, terms, score }): ScoredTrend[] => {
    const hasFaded = faded.has(trend);
    const hasRisen = trend.status !== "rising" && !hasFaded && score >= threshold && room > 0;
    if (hasRisen) {
      room -= 1;
      trend.status = "rising";
      trend.id ??= newId("trd");
    }
    const { id, status } = trend;
    if (id === null || status === null || (status === "fading" && !hasFaded)) return [];
    const curve = recentCurve(trend, comparison);
    return [{ id, status, trend, terms, score, curve, hasRisen, hasFaded }];
  });
}
