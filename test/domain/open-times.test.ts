import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type QuietHours, weekdays } from "../../functions/domain/brand.ts";
import {
  blockedAt,
  blockedPeriods,
  firstOpenTime,
  openSlotsAfter,
} from "../../functions/domain/open-times.ts";
import { dayMs, hourMs, minuteMs } from "../../functions/domain/time.ts";
import { timeOfDay } from "../support/clock/time-of-day.ts";
import { clockChanges, clockOf, differentZones } from "../support/clock/wall-clock.ts";
import { aBrand } from "../support/table/entities.ts";

const at = (text: string) => Date.parse(text);
const iso = (atMs: number | null) =>
  atMs === null ? null : new Date(atMs).toISOString().replace(":00.000Z", "Z");

type Settings = ReturnType<typeof aBrand>["settings"];

function brandWith(settings: Partial<Settings>, timezone = "Europe/Berlin") {
  const brand = aBrand("org_1");
  return { ...brand, timezone, settings: { ...brand.settings, ...settings } };
}

const nights: QuietHours[] = [{ start: "22:00", end: "07:00" }];
const periodsOf = (brand: ReturnType<typeof brandWith>, from: string, to: string) =>
  blockedPeriods(brand, at(from), at(to)).map(({ reason, fromMs, toMs }) => [reason, iso(fromMs), iso(toMs)]);

describe("quiet hours", () => {
  it("that cross midnight end on the next day, and are cut off at the two instants between which they are asked for", () => {
    const brand = brandWith({ quietHours: nights });
    expect(periodsOf(brand, "2026-11-21T02:00Z", "2026-11-22T22:00Z")).toEqual([
      ["quiet_hours", "2026-11-21T02:00Z", "2026-11-21T06:00Z"],
      ["quiet_hours", "2026-11-21T21:00Z", "2026-11-22T06:00Z"],
      ["quiet_hours", "2026-11-22T21:00Z", "2026-11-22T22:00Z"],
    ]);
  });

  it("begin only on their weekdays, and last a whole day if they end at their start", () => {
    const brand = brandWith({
      quietHours: [
        { start: "22:00", end: "07:00", weekdays: ["friday"] },
        { start: "00:00", end: "00:00", weekdays: ["sunday"] },
      ],
    });
    expect(periodsOf(brand, "2026-11-16T00:00Z", "2026-11-25T00:00Z")).toEqual([
      ["quiet_hours", "2026-11-20T21:00Z", "2026-11-21T06:00Z"],
      ["quiet_hours", "2026-11-21T23:00Z", "2026-11-22T23:00Z"],
    ]);
  });

  it("last an hour less or more in the nights in which the clock changes, because the wall clock counts", () => {
    const brand = brandWith({ quietHours: nights });
    expect(periodsOf(brand, "2026-03-28T12:00Z", "2026-03-29T12:00Z")).toEqual([
      ["quiet_hours", "2026-03-28T21:00Z", "2026-03-29T05:00Z"],
    ]);
    expect(periodsOf(brand, "2026-10-24T12:00Z", "2026-10-25T12:00Z")).toEqual([
      ["quiet_hours", "2026-10-24T20:00Z", "2026-10-25T06:00Z"],
    ]);
  });
});

describe("blackout dates", () => {
  it("are whole local days, the first and the last of an interval included", () => {
    const brand = brandWith({ blackoutDates: ["2026-03-29", "2026-12-24/2026-12-26", "2026-12-26"] });
    expect(periodsOf(brand, "2026-03-01T00:00Z", "2026-12-31T00:00Z")).toEqual([
      ["blackout_date", "2026-03-28T23:00Z", "2026-03-29T22:00Z"],
      ["blackout_date", "2026-12-23T23:00Z", "2026-12-26T23:00Z"],
    ]);
  });
});

it("the first open time is now, or the end of the quiet hours and of the blackout dates that follow them directly", () => {
  const brand = brandWith({ quietHours: nights, blackoutDates: ["2026-12-24/2026-12-26"] });
  expect(iso(firstOpenTime(brand, at("2026-12-23T12:00Z")))).toBe("2026-12-23T12:00Z");
  expect(iso(firstOpenTime(brand, at("2026-12-23T02:00Z")))).toBe("2026-12-23T06:00Z");
  // The quiet hours before the blackout dates, and those after them.
  expect(iso(firstOpenTime(brand, at("2026-12-23T22:00Z")))).toBe("2026-12-27T06:00Z");
});

it("a brand that is never open has no open time and no slot, and one whose slots are all blocked has no slot", () => {
  const whole: QuietHours[] = [{ start: "09:00", end: "09:00" }];
  const postingSlots = weekdays.map((weekday) => ({ weekday, time: "06:00" }));
  expect(firstOpenTime(brandWith({ quietHours: whole }), 0)).toBeNull();
  expect([...openSlotsAfter(brandWith({ quietHours: nights, postingSlots }), 0)]).toEqual([]);
});

it("the open slots are those after a time that are neither in quiet hours nor on blackout dates, for a year", () => {
  const postingSlots = weekdays.flatMap((weekday) => ["06:59", "07:00"].map((time) => ({ weekday, time })));
  const brand = brandWith({ quietHours: nights, postingSlots, blackoutDates: ["2026-11-23"] });
  const slots = [...openSlotsAfter(brand, at("2026-11-21T06:00Z"))];
  expect(slots.slice(0, 3).map(iso)).toEqual(["2026-11-22T06:00Z", "2026-11-24T06:00Z", "2026-11-25T06:00Z"]);
  expect(slots).toHaveLength(370);
});

/** Three days around each change of the clock of a year, with what the wall clock shows in each minute. */
const windows = clockChanges(differentZones, 2018, 2019).map(({ timezone, change }) => {
  const [from, to] = [change - 36 * hourMs, change + 36 * hourMs];
  const clock = clockOf(timezone);
  const shown = Array.from({ length: (to - from) / minuteMs }, (_, index) => {
    const minute = from + index * minuteMs;
    return { minute, wall: clock(minute) };
  });
  return { timezone, from, to, shown };
});

const anyTime = timeOfDay("00:00", "01:30", "01:45", "02:00", "02:15", "02:30", "03:00", "22:00");
const hours = fc.record(
  {
    start: anyTime,
    end: anyTime,
    weekdays: fc.uniqueArray(fc.constantFrom(...weekdays), { minLength: 1 }),
  },
  { requiredKeys: ["start", "end"] },
);

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
const weekdayOf = (wall: number) => weekdays[(new Date(wall).getUTCDay() + 6) % 7] ?? "monday";

/** Whether a wall clock is in quiet hours, by its minute and by the days on which hours begin. */
function isQuiet(wall: number, all: readonly QuietHours[]): boolean {
  const minute = Math.floor((wall % dayMs) / minuteMs);
  return all.some((one) => {
    const [start, end] = [minutesOf(one.start), minutesOf(one.end)];
    const begins = (day: number) => one.weekdays?.includes(weekdayOf(day)) ?? true;
    const isSinceToday = begins(wall) && minute >= start && (minute < end || end <= start);
    return isSinceToday || (begins(wall - dayMs) && end <= start && minute < end);
  });
}

it("an instant is blocked exactly if the wall clock then shows quiet hours or a blackout date, over every change of the clock", () => {
  expect(windows.length).toBe(9);
  const settings = fc.record({
    quietHours: fc.array(hours, { maxLength: 3 }),
    days: fc.uniqueArray(fc.nat(3), { maxLength: 1 }),
  });
  const property = fc.property(fc.constantFrom(...windows), settings, (window, { quietHours, days }) => {
    const { timezone, from, to, shown } = window;
    const dates = days.map((day) => new Date((shown[0]?.wall ?? 0) + day * dayMs).toISOString().slice(0, 10));
    const brand = brandWith({ quietHours, blackoutDates: dates }, timezone);
    const periods = blockedPeriods(brand, from, to);
    const slow = ({ wall }: { wall: number }) =>
      dates.some((date) => new Date(wall).toISOString().startsWith(date)) || isQuiet(wall, quietHours);
    const wrong = shown.find((one) => slow(one) !== (blockedAt(periods, one.minute) !== null));
    expect(wrong && iso(wrong.minute)).toBeUndefined();
    const open = shown.find((one) => !slow(one));
    if (open !== undefined) expect(iso(firstOpenTime(brand, from))).toBe(iso(open.minute));
  });
  fc.assert(property, { numRuns: 60 });
});
