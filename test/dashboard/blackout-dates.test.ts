import fc from "fast-check";
import { expect, it } from "vitest";
import { blackoutInWords, blackoutOf, isBefore } from "../../dashboard/src/views/settings/blackout-dates.ts";
import { areDates } from "../../functions/domain/blackout-dates.ts";

const day = fc
  .date({ min: new Date("2026-01-01"), max: new Date("2029-12-31"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

it("the editor makes exactly the blackout dates that the API takes", () => {
  fc.assert(
    fc.property(day, day, (first, last) => {
      const made = blackoutOf(first, last);
      if ("dates" in made) expect(areDates(made.dates)).toBe(true);
      else expect(areDates(`${first}/${last}`)).toBe(false);
    }),
  );
});

it("one day is one date, with or without its last day", () => {
  expect(blackoutOf("2026-12-24", "")).toEqual({ dates: "2026-12-24" });
  expect(blackoutOf("2026-12-24", "2026-12-24")).toEqual({ dates: "2026-12-24" });
  expect(blackoutOf("", "2026-12-24")).toEqual({ problem: "Choose the first day." });
});

it("366 days are one entry, and 367 are too many", () => {
  expect(blackoutOf("2026-01-01", "2027-01-01")).toEqual({ dates: "2026-01-01/2027-01-01" });
  expect(blackoutOf("2026-01-01", "2027-01-02")).toHaveProperty("problem");
});

it("blackout dates are over on the day after their last day", () => {
  expect(isBefore("2026-12-24/2027-01-02", "2027-01-02")).toBe(false);
  expect(isBefore("2026-12-24/2027-01-02", "2027-01-03")).toBe(true);
  expect(isBefore("2026-12-24", "2026-12-25")).toBe(true);
});

it("blackout dates are shown as days with their weekdays", () => {
  expect(blackoutInWords("2026-12-24/2027-01-02")).toBe("Thu, 24 Dec 2026 to Sat, 2 Jan 2027");
});
