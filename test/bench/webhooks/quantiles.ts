/** Each is null when there are no values. */
export interface Quantiles {
  p50: number | null;
  p95: number | null;
  p99: number | null;
  max: number | null;
}

/** Returns quantiles by the nearest-rank method, rounded to a tenth. */
export function quantilesOf(values: readonly number[]): Quantiles {
  const sorted = values.toSorted((one, other) => one - other);
  const at = (share: number) => {
    const value = sorted[Math.ceil(sorted.length * share) - 1];
    return value === undefined ? null : Number(value.toFixed(1));
  };
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1) };
}
