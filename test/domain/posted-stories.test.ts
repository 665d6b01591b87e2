import fc from "fast-check";
import { expect, it } from "vitest";
import {
  afterSighting,
  fingerprintLength,
  type PostedStories,
  postedFingerprints,
  rememberedDays,
} from "../../functions/domain/posted-stories.ts";
import { dayMs } from "../../functions/domain/time.ts";

const startMs = Date.UTC(2026, 10, 21, 12);
const nothing: PostedStories = { version: null, days: {} };
const many = (prefix: string, count: number) =>
  Array.from(
    { length: count },
    (_, index) => `${prefix}${String(index).padStart(fingerprintLength - 1, "0")}`,
  );

it("an item is remembered as long as a source has it, and 60 days longer", () => {
  let posted = afterSighting(nothing, ["stays", "leaves"], startMs);
  for (let day = 1; day <= rememberedDays; day += 1)
    posted = afterSighting(posted, ["stays"], startMs + day * dayMs);
  expect(postedFingerprints(posted, startMs + rememberedDays * dayMs)).toEqual(new Set(["stays", "leaves"]));
  const laterMs = startMs + (rememberedDays + 1) * dayMs;
  expect(postedFingerprints(posted, laterMs)).toEqual(new Set(["stays"]));
  expect(Object.values(afterSighting(posted, ["stays"], laterMs).days).flat()).toEqual(["stays"]);
});

it("at most 12,000 items are remembered, those that the sources had most recently, in less than 100 kB", () => {
  let posted = nothing;
  for (let day = 0; day < 10; day += 1) {
    const sighted = [...many("s", 2_000), ...many(String(day), 2_000)];
    posted = afterSighting(posted, sighted, startMs + day * dayMs);
  }
  const remembered = postedFingerprints(posted, startMs + 9 * dayMs);
  expect(remembered.size).toBe(12_000);
  const last = ["s", "9", "8", "7", "6", "5"].flatMap((prefix) => many(prefix, 2_000));
  expect(remembered).toEqual(new Set(last));
  const bytes = Object.values(posted.days).flat().join("").length;
  expect(bytes).toBeLessThan(100_000);
});

it("there is nothing to store after a run that saw only what was seen on the same day", () => {
  const posted = afterSighting(nothing, ["a", "b"], startMs);
  expect(afterSighting(posted, ["b"], startMs)).toBe(posted);
  expect(afterSighting(posted, ["b"], startMs + dayMs)).not.toBe(posted);
});

it("each item that a run has sighted is remembered once, whatever was remembered before", () => {
  const items = fc.array(fc.constantFrom("a", "b", "c", "d", "e"));
  fc.assert(
    fc.property(fc.array(fc.tuple(items, fc.nat({ max: 5 })), { maxLength: 8 }), (runs) => {
      let [posted, nowMs] = [nothing, startMs];
      for (const [sighted, days] of runs) {
        nowMs += days * dayMs;
        posted = afterSighting(posted, sighted, nowMs);
        const all = Object.values(posted.days).flat();
        expect(all).toEqual(expect.arrayContaining(sighted));
        expect(new Set(all).size).toBe(all.length);
      }
    }),
  );
});
