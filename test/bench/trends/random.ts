import type { Random } from "../../support/faults/seeded-random.ts";

/** An integer from `min` to `max`, both included. */
export function integer(random: Random, min: number, max: number): number {
  return min + Math.floor(random() * (max - min + 1));
}

/** One of several values, each as likely as the others. @throws when there is none */
export function pick<Value>(random: Random, values: readonly Value[]): Value {
  const value = values[Math.floor(random() * values.length)];
  if (value === undefined) throw new Error("There is no value to pick.");
  return value;
}

/** Some different values, in a random order. */
export function pickSome<Value>(random: Random, values: readonly Value[], count: number): Value[] {
  return values
    .map((value) => ({ value, at: random() }))
    .toSorted((one, other) => one.at - other.at)
    .slice(0, count)
    .map(({ value }) => value);
}

/** The index of one of several weights, in proportion to its weight. */
export function weighted(random: Random, weights: readonly number[]): number {
  let left = random() * weights.reduce((sum, weight) => sum + weight, 0);
  for (const [index, weight] of weights.entries()) {
    left -= weight;
    if (left < 0) return index;
  }
  return weights.length - 1;
}

/** A number of the standard normal distribution (Box and Muller, 1958). */
export function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** A number of the log-normal distribution with this median. */
export function logNormal(random: Random, median: number, sigma: number): number {
  return median * Math.exp(sigma * normal(random));
}

/** A number of the Poisson distribution: of events whose mean number is known (Knuth's method; for means below some 100). */
export function poisson(random: Random, mean: number): number {
  const limit = Math.exp(-mean);
  let count = 0;
  for (let product = random(); product > limit; product *= random()) count += 1;
  return count;
}
