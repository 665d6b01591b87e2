import fc from "fast-check";
import { expect, it } from "vitest";
import { addDays, dateIn, mondayOf, weekOf } from "../../dashboard/src/text/weeks.ts";

it("the week of a date is its ISO 8601 week, also around New Year", () => {
  const known = {
    "2021-01-03": "2020-W53",
    "2021-01-04": "2021-W01",
    "2024-12-30": "2025-W01",
    "2026-11-23": "2026-W48",
    "2027-01-01": "2026-W53",
  };
  for (const [date, week] of Object.entries(known)) expect(weekOf(date)).toBe(week);
});

it("the Monday of a date's week is at most six days before the date", () => {
  const dates = fc.date({ min: new Date("1990-01-01"), max: new Date("2099-12-31"), noInvalidDate: true });
  fc.assert(
    fc.property(dates, (date) => {
      const day = date.toISOString().slice(0, 10);
      const monday = mondayOf(weekOf(day)) ?? "";
      expect(new Date(monday).getUTCDay()).toBe(1);
      expect(Array.from({ length: 7 }, (_, days) => addDays(monday, days))).toContain(day);
    }),
  );
});

it("a text that is no week of its year has no Monday", () => {
  expect(["2026", "2026-48", "2025-W53", "2026-W00", ""].map(mondayOf)).toEqual(Array(5).fill(undefined));
});

it("the date in a zone can differ from the date in UTC", () => {
  const instant = Date.parse("2026-03-29T22:30:00Z");
  expect(dateIn("Europe/Berlin", instant)).toBe("2026-03-30");
  expect(dateIn("America/New_York", instant)).toBe("2026-03-29");
});
