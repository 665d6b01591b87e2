/** Answers with the next number from 0 to below 1. */
export type Random = () => number;

/** Numbers that look random and are the same for the same seed (a linear congruential generator, mixed). */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const mixed = Math.imul(state ^ (state >>> 15), 0x2c1b_3c6d) >>> 0;
    return ((mixed ^ (mixed >>> 13)) >>> 0) / 2 ** 32;
  };
}

/** The seed of this run: `FAULT_SEED`, so that what failed can be had again, or a new one. */
export function seedOfRun(): number {
  return Number(process.env.FAULT_SEED ?? Math.floor(Math.random() * 2 ** 31));
}
