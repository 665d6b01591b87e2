import type { TrendPoint } from "../../../../client/api.ts";

const stepMs = 6 * 3_600_000;

interface EvenPoint {
  fromMs: number;
  /** Null where no run has counted. */
  observed: number | null;
  expected: number | null;
}

/** The points of a trend's curve, one for each six hours: the API leaves out those that no run has counted. */
export function evenCurve(curve: readonly TrendPoint[]): EvenPoint[] {
  const known = new Map(curve.map((point) => [Date.parse(point.from), point]));
  const times = [...known.keys()];
  if (times.length === 0) return [];
  const firstMs = Math.min(...times);
  const steps = Math.round((Math.max(...times) - firstMs) / stepMs) + 1;
  return Array.from({ length: steps }, (_, index) => {
    const fromMs = firstMs + index * stepMs;
    const { observed = null, expected = null } = known.get(fromMs) ?? {};
    return { fromMs, observed, expected };
  });
}
