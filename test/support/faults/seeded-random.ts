/** Returns the next number, at least 0 and below 1. */
export type Random = () => number;

/**
 * Returns a generator of pseudo-random numbers that gives the same numbers for the same seed (a linear congruential
 * generator with mixed output).
 */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const mixed = Math.imul(state ^ (state >>> 15), 0x2c1b_3c6d) >>> 0;
    return ((mixed ^ (mixed >>> 13)) >>> 0) / 2 ** 32;
  };
}

/** Returns the seed of this run: `FAULT_SEED`, which repeats a failed run, or else a new seed. */
export function seedOfRun(): number {
  return Number(process.env.FAULT_SEED ?? Math.floor(Math.random() * 2 ** 31));
}
