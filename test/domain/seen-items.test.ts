import { expect, it } from "vitest";
import { afterRun, type SeenItems, seenFingerprints } from "../../functions/domain/seen-items.ts";
import { dayMs } from "../../functions/domain/time.ts";

const startMs = Date.UTC(2026, 10, 21, 12);
const nothing: SeenItems = { version: null, days: {} };
const many = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${prefix}${String(index).padStart(11, "0")}`);

it("an item is remembered as long as a source has it, and 60 days longer", () => {
  let seen = afterRun(nothing, ["stays", "leaves"], startMs);
  for (let day = 1; day <= 60; day += 1) seen = afterRun(seen, ["stays"], startMs + day * dayMs);
  expect(seenFingerprints(seen)).toEqual(new Set(["stays", "leaves"]));
  seen = afterRun(seen, ["stays"], startMs + 61 * dayMs);
  expect(seenFingerprints(seen)).toEqual(new Set(["stays"]));
});

it("at most 5,000 items are remembered, those that the sources have first, in less than 100 kB", () => {
  let seen: SeenItems = nothing;
  for (let day = 0; day < 10; day += 1) {
    const sighted = [...many("s", 2_000), ...many(String(day), 1_000)];
    seen = afterRun(seen, sighted, startMs + day * dayMs);
  }
  const remembered = seenFingerprints(seen);
  expect(remembered.size).toBe(5_000);
  expect(
    [...many("s", 2_000), ...many("9", 1_000), ...many("8", 1_000)].every((one) => remembered.has(one)),
  ).toBe(true);
  expect(JSON.stringify(seen).length).toBeLessThan(100_000);
});

it("there is nothing to store after a run that saw only what was seen on the same day", () => {
  const seen = afterRun(nothing, ["a", "b"], startMs);
  expect(afterRun(seen, ["b"], startMs)).toBe(seen);
  expect(afterRun(seen, ["b"], startMs + dayMs)).not.toBe(seen);
});
