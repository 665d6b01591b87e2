import fc from "fast-check";
import { expect, it } from "vitest";
import { type Audience, isCounted, reachOf, slotCount } from "../../functions/domain/audience.ts";

const day = (slots: readonly number[], subscribers: Readonly<Record<string, number>> = {}): Audience => ({
  slots: new Set(slots),
  subscribers: new Map(Object.entries(subscribers)),
});

/** Evenly distributed, as the digests of addresses are. */
const slot = fc.noBias(fc.nat(slotCount - 1));

it("the reach over several days counts a reader of two days once, and an aggregator on its best day", () => {
  expect(reachOf([])).toBe(0);
  expect(reachOf([day([1, 2], { feedly: 12 }), day([2, 3], { feedly: 9, feedbin: 5 })])).toBe(3 + 12 + 5);
});

it("the reach of readers in random slots is right within a fifth, and has a limit", () => {
  fc.assert(
    fc.property(
      fc
        .integer({ min: 100, max: 1_500 })
        .chain((count) => fc.array(slot, { minLength: count, maxLength: count })),
      (taken) => {
        expect(Math.abs(reachOf([day(taken)]) / taken.length - 1)).toBeLessThan(0.2);
      },
    ),
    // The seed makes the result the same in every run.
    { numRuns: 50, seed: 1 },
  );
  const all = Array.from({ length: slotCount }, (_, one) => one);
  expect(reachOf([day(all)])).toBe(6_908);
});

it("a reader is counted when its slot or at least its number of subscribers is stored", () => {
  const audience = day([7], { feedly: 12 });
  expect(isCounted(audience, { kind: "single", slot: 7 })).toBe(true);
  expect(isCounted(audience, { kind: "single", slot: 8 })).toBe(false);
  for (const [subscribers, counted] of [
    [11, true],
    [12, true],
    [13, false],
  ] as const)
    expect(isCounted(audience, { kind: "aggregator", name: "feedly", subscribers })).toBe(counted);
});
