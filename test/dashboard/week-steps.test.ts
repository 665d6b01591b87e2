import fc from "fast-check";
import { expect, it } from "vitest";
import {
  weekAfter,
  weekAt,
  weekInWords,
  weeksBackTo,
} from "../../dashboard/src/views/analytics/week-steps.ts";
import * as service from "../../functions/domain/week.ts";

const anyTime = fc.integer({
  min: Date.parse("1973-01-01T00:00:00Z"),
  max: Date.parse("2040-01-01T00:00:00Z"),
});
const anyZone = fc.constantFrom(...Intl.supportedValuesOf("timeZone"));

it("the dashboard and the service find the same week of an instant in each time zone", () => {
  fc.assert(
    fc.property(anyTime, anyZone, (epochMs, zone) => {
      expect(weekAt(epochMs, zone)).toBe(service.weekAt(epochMs, zone));
    }),
  );
});

it("the dashboard and the service agree on the weeks before and after, also over the turn of a year", () => {
  fc.assert(
    fc.property(anyTime, fc.integer({ min: -120, max: 120 }), (epochMs, count) => {
      const week = weekAt(epochMs, "UTC");
      expect(weekAfter(week, count)).toBe(service.weekAfter(week, count));
    }),
  );
});

it("a week is named by its number and its days", () => {
  expect(weekInWords("2026-W48")).toMatch(/^Week 48, 23\s?–\s?29 Nov 2026$/);
  expect(weekInWords("2026-W01")).toMatch(/^Week 1, 29 Dec 2025\s?–\s?4 Jan 2026$/);
});

it("the weeks to choose from go back to the first one, and are not more than asked for", () => {
  expect(weeksBackTo("2025-W51", "2026-W02", 104)).toEqual(["2026-W02", "2026-W01", "2025-W52", "2025-W51"]);
  expect(weeksBackTo("2020-W01", "2026-W02", 2)).toEqual(["2026-W02", "2026-W01"]);
  expect(weeksBackTo("2026-W03", "2026-W02", 104)).toEqual([]);
});
