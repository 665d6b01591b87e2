import fc from "fast-check";
import { expect, it } from "vitest";
import { dayMs, hourMs, isoTime } from "../../functions/domain/time.ts";
import { isWeek, weekAfter, weekAt, weekStartMs } from "../../functions/domain/week.ts";

const at = (text: string) => Date.parse(text);
const zones = Intl.supportedValuesOf("timeZone");
const anyZone = fc.constantFrom(...zones);
// Before 1973 some zones were not whole minutes from UTC.
const anyTime = fc.integer({ min: at("1973-01-01T00:00:00Z"), max: at("2040-01-01T00:00:00Z") });

it("an ISO 8601 week belongs to the year that its Thursday is in", () => {
  const known = {
    "2026-01-01": "2026-W01",
    "2025-12-29": "2026-W01",
    "2025-12-28": "2025-W52",
    "2026-11-21": "2026-W47",
    "2026-12-31": "2026-W53",
    "2027-01-03": "2026-W53",
    "2027-01-04": "2027-W01",
    "2024-12-30": "2025-W01",
    "2016-01-03": "2015-W53",
  };
  for (const [day, week] of Object.entries(known)) expect(weekAt(at(`${day}T12:00:00Z`), "UTC")).toBe(week);
});

it("the number of an ISO 8601 week is the number of its Thursday in the year", () => {
  const years = fc.integer({ min: 1970, max: 2400 });
  fc.assert(
    fc.property(years, fc.integer({ min: 0, max: 364 }), (year, dayOfYear) => {
      const dayStartMs = Date.UTC(year, 0, 1 + dayOfYear);
      const thursdayMs = dayStartMs + (3 - ((new Date(dayStartMs).getUTCDay() + 6) % 7)) * dayMs;
      const weekYear = new Date(thursdayMs).getUTCFullYear();
      let thursdays = 0;
      for (let ms = Date.UTC(weekYear, 0, 1); ms <= thursdayMs; ms += dayMs)
        if (new Date(ms).getUTCDay() === 4) thursdays += 1;
      expect(weekAt(dayStartMs, "UTC")).toBe(`${weekYear}-W${String(thursdays).padStart(2, "0")}`);
    }),
  );
});

it("isWeek accepts only weeks that exist, in one format", () => {
  const existing = ["2026-W01", "2026-W53", "2020-W53", "2015-W53", "1970-W01", "0000-W01", "9999-W52"];
  expect(existing.filter(isWeek)).toEqual(existing);
  const absent = ["2025-W53", "2027-W53", "2026-W54", "2026-W00", "2026-W99"];
  const malformed = ["", "2026-W1", "2026W01", "2026-w01", " 2026-W01", "2026-W01\n", "2026-01", "-2026-W01"];
  expect([...absent, ...malformed].filter(isWeek)).toEqual([]);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9998 }), fc.integer({ min: 0, max: 60 }), (year, number) => {
      const text = `${String(year).padStart(4, "0")}-W${String(number).padStart(2, "0")}`;
      const isInYear = number >= 1 && text < weekAfter(`${String(year + 1).padStart(4, "0")}-W01`, 0);
      // A year has a week 53 when it begins or ends on a Thursday.
      const first = new Date(0).setUTCFullYear(year, 0, 1);
      const last = new Date(0).setUTCFullYear(year, 11, 31);
      const weeks = [first, last].some((ms) => new Date(ms).getUTCDay() === 4) ? 53 : 52;
      expect(isWeek(text)).toBe(isInYear && number <= weeks);
    }),
  );
});

const startOf = (week: string, zone: string) => isoTime(weekStartMs(week, zone));
const hoursOf = (week: string, zone: string) =>
  (weekStartMs(weekAfter(week), zone) - weekStartMs(week, zone)) / hourMs;

it("a week begins on Monday at 00:00 local time", () => {
  expect(startOf("2026-W47", "UTC")).toBe("2026-11-16T00:00:00.000Z");
  expect(startOf("2026-W47", "Europe/Zurich")).toBe("2026-11-15T23:00:00.000Z");
  expect(startOf("2026-W27", "Europe/Zurich")).toBe("2026-06-28T22:00:00.000Z");
  expect(startOf("2026-W47", "America/Sao_Paulo")).toBe("2026-11-16T03:00:00.000Z");
  expect(startOf("2026-W47", "Pacific/Apia")).toBe("2026-11-15T11:00:00.000Z");
  expect(startOf("2026-W47", "Asia/Kathmandu")).toBe("2026-11-15T18:15:00.000Z");
});

it("a week is one hour shorter in spring, one hour longer in autumn, and one day shorter where a day is skipped", () => {
  expect(hoursOf("2026-W12", "Europe/Zurich")).toBe(168);
  expect(hoursOf("2026-W13", "Europe/Zurich")).toBe(167);
  expect(hoursOf("2026-W43", "Europe/Zurich")).toBe(169);
  // Brazil's clocks went forward at midnight of a Sunday, and back at the midnight before one.
  expect(hoursOf("2018-W44", "America/Sao_Paulo")).toBe(167);
  expect(hoursOf("2018-W07", "America/Sao_Paulo")).toBe(169);
  // Samoa had no 30 December 2011.
  expect(hoursOf("2011-W52", "Pacific/Apia")).toBe(144);
  expect(hoursOf("2026-W14", "Australia/Lord_Howe")).toBe(168.5);
});

it("a week whose Monday begins in a clock change begins when the skipped time ends", () => {
  // Iran's clocks went forward at midnight of 22 March 2021, a Monday.
  expect(isoTime(weekStartMs("2021-W12", "Asia/Tehran"))).toBe("2021-03-21T20:30:00.000Z");
  expect(weekAt(at("2021-03-21T20:29:59.999Z"), "Asia/Tehran")).toBe("2021-W11");
  expect(weekAt(at("2021-03-21T20:30:00.000Z"), "Asia/Tehran")).toBe("2021-W12");
});

it("a week contains every moment from its beginning to the beginning of the next week, in every zone", () => {
  fc.assert(
    fc.property(anyZone, anyTime, (zone, timeMs) => {
      const week = weekAt(timeMs, zone);
      expect(weekStartMs(week, zone)).toBeLessThanOrEqual(timeMs);
      expect(weekStartMs(weekAfter(week), zone)).toBeGreaterThan(timeMs);
    }),
    { numRuns: 2_000 },
  );
});

it("a week begins in the millisecond after the last one of the week before, in every zone", () => {
  fc.assert(
    fc.property(anyZone, anyTime, (zone, timeMs) => {
      const next = weekAfter(weekAt(timeMs, zone));
      const startMs = weekStartMs(next, zone);
      expect(weekAt(startMs, zone)).toBe(next);
      expect(weekAt(startMs - 1, zone)).toBe(weekAfter(next, -1));
      expect(next > weekAfter(next, -1)).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});
