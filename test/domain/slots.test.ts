import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type PostingSlot, weekdays } from "../../functions/domain/brand.ts";
import { slotsBetween } from "../../functions/domain/slots.ts";
import { dayMs, hourMs, minuteMs } from "../../functions/domain/time.ts";
import { timeOfDay } from "../support/clock/time-of-day.ts";
import { clockChanges, clockOf, differentZones } from "../support/clock/wall-clock.ts";

const at = (text: string) => Date.parse(text);
const slot = (weekday: (typeof weekdays)[number], time: string) => ({ weekday, time });
const everyDay = (...times: string[]) =>
  weekdays.flatMap((weekday) => times.map((time) => slot(weekday, time)));
const shown = (times: readonly number[]) =>
  times.map((time) => new Date(time).toISOString().replace(":00.000Z", "Z"));

describe("the posting slots of a brand", () => {
  it("are its local times, in order, from the first instant on and before the last", () => {
    const slots = [slot("wednesday", "18:30"), slot("monday", "09:00"), slot("monday", "09:00")];
    const [from, to] = [at("2026-11-23T08:00:00Z"), at("2026-11-30T08:00:00Z")];
    expect(shown(slotsBetween(slots, "Europe/Zurich", from, to))).toEqual([
      "2026-11-23T08:00Z",
      "2026-11-25T17:30Z",
    ]);
  });

  it("are none for a brand without slots", () => {
    expect(slotsBetween([], "UTC", 0, dayMs)).toEqual([]);
  });
});

// Both days of each zone. A gap moves 02:30 forward, but on Lord Howe the gap ends at 02:30. Where 02:30 comes twice, the
// first is the slot. Noon comes at the new offset. India has no changes, and Brazil has had none since 2019.
it.each([
  ["Europe/Berlin", "2026-03-29", ["2026-03-29T01:30Z", "2026-03-29T10:00Z"]],
  ["Europe/Berlin", "2026-10-25", ["2026-10-25T00:30Z", "2026-10-25T11:00Z"]],
  ["America/New_York", "2026-03-08", ["2026-03-08T07:30Z", "2026-03-08T16:00Z"]],
  ["America/New_York", "2026-11-01", ["2026-11-01T07:30Z", "2026-11-01T17:00Z"]],
  ["Australia/Lord_Howe", "2026-10-04", ["2026-10-03T15:30Z", "2026-10-04T01:00Z"]],
  ["Australia/Lord_Howe", "2026-04-05", ["2026-04-04T16:00Z", "2026-04-05T01:30Z"]],
  ["Asia/Kolkata", "2026-03-29", ["2026-03-28T21:00Z", "2026-03-29T06:30Z"]],
  ["America/Sao_Paulo", "2026-10-18", ["2026-10-18T05:30Z", "2026-10-18T15:00Z"]],
])("the slots at 02:30 and 12:00 in %s on %s come once each", (timezone, date, expected) => {
  const found = slotsBetween(
    everyDay("02:30", "12:00"),
    timezone,
    at(date) - 14 * hourMs,
    at(date) + 2 * dayMs,
  );
  const ofDate = found.filter((time) => new Date(clockOf(timezone)(time)).toISOString().startsWith(date));
  expect(shown(ofDate)).toEqual(expected);
});

it("a slot at a midnight that Brazil skipped is moved forward by the hour of the gap", () => {
  const from = at("2018-11-03T12:00:00Z");
  const found = slotsBetween(everyDay("00:00"), "America/Sao_Paulo", from, from + 2 * dayMs);
  expect(shown(found)).toEqual(["2018-11-04T03:00Z", "2018-11-05T02:00Z"]);
});

/** A week around each change of the clock. */
const windows = clockChanges(differentZones, 2018, 2019).map(({ timezone, change }) => {
  const from = change - 4 * dayMs;
  const clock = clockOf(timezone);
  const minutes = new Map<number, number[]>();
  for (let minute = from; minute < from + 8 * dayMs; minute += minuteMs)
    minutes.set(clock(minute), [...(minutes.get(clock(minute)) ?? []), minute]);
  return { timezone, from, minutes };
});

/** The minutes of a week at which the wall clock first shows a slot. */
function slowSlots(slots: readonly PostingSlot[], { from, minutes, timezone }: (typeof windows)[number]) {
  const times = new Set<number>();
  const firstDay = Math.floor(clockOf(timezone)(from) / dayMs) * dayMs;
  for (let day = firstDay + dayMs; day < firstDay + 7 * dayMs; day += dayMs)
    for (const { weekday, time } of slots) {
      if (weekdays[(new Date(day).getUTCDay() + 6) % 7] !== weekday) continue;
      const [hour = 0, minute = 0] = time.split(":").map(Number);
      const wall = day + hour * hourMs + minute * minuteMs;
      // A time that the clock skips comes as long after the last minute before the gap as on a clock without the gap.
      let before = wall;
      while (!minutes.has(before)) before -= minuteMs;
      times.add((minutes.get(before)?.[0] ?? 0) + wall - before);
    }
  return [...times].toSorted((one, other) => one - other);
}

it("the slots of a week are those that a slow walk along the wall clock finds, over every change of the clock", () => {
  expect(windows.length).toBe(9);
  const time = timeOfDay("00:00", "00:30", "01:59", "02:00", "02:15", "02:30", "03:00", "12:00", "23:59");
  const slots = fc.array(fc.record({ weekday: fc.constantFrom(...weekdays), time }), { maxLength: 20 });
  fc.assert(
    fc.property(fc.constantFrom(...windows), slots, (window, given) => {
      const expected = slowSlots(given, window);
      const clock = clockOf(window.timezone);
      const firstDay = Math.floor(clock(window.from) / dayMs) * dayMs + dayMs;
      const found = slotsBetween(given, window.timezone, window.from, window.from + 8 * dayMs).filter(
        (atMs) => clock(atMs) >= firstDay && clock(atMs) < firstDay + 6 * dayMs,
      );
      expect(shown(found)).toEqual(shown(expected));
    }),
    { numRuns: 150 },
  );
});
