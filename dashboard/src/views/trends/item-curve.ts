import type { TrendItem } from "../../../../client/api.ts";

/** How many of a trend's items there were at a time. */
interface CurvePoint {
  atMs: number;
  items: number;
}

/** The steps of a curve: enough to show a rise, and few enough for a table. */
const steps = 12;

/**
 * The growing number of a trend's items, in even steps from just before the oldest item to a later time. A trend names its
 * ten newest items; those without a date are left out. Empty if fewer than two have one: one item is no curve.
 */
export function itemCurve(items: readonly Pick<TrendItem, "publishedAt">[], untilMs: number): CurvePoint[] {
  const times = items.flatMap(({ publishedAt }) => (publishedAt === null ? [] : [Date.parse(publishedAt)]));
  if (times.length < 2) return [];
  const newest = Math.max(...times, untilMs);
  const oldest = Math.min(...times);
  const stepMs = Math.max(1, (newest - oldest) / (steps - 1));
  return Array.from({ length: steps }, (_, step) => {
    // The first step is before the oldest item, so that the curve begins at 0.
    const atMs = step === steps - 1 ? newest : Math.min(newest, Math.round(oldest - 1 + step * stepMs));
    return { atMs, items: times.filter((time) => time <= atMs).length };
  });
}
