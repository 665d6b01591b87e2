import fc from "fast-check";
import { expect, it } from "vitest";
import { dayMs, hourMs, minuteMs } from "../../functions/domain/time.ts";
import { nextRunMs } from "../../functions/pipeline/schedule.ts";
import { clockChanges, clockOf } from "../support/clock/wall-clock.ts";

const iso = (atMs: number) => new Date(atMs).toISOString();

/** All times of a schedule after `from`, up to and including `to`. */
function timesOf(schedule: string, timezone: string, from: number, to: number): string[] {
  const times: string[] = [];
  for (let at = nextRunMs(schedule, timezone, from); at !== null && at <= to; ) {
    times.push(iso(at));
    at = nextRunMs(schedule, timezone, at);
  }
  return times;
}

it.each([
  ["0,30 2 * * *", ["2026-03-29T01:00", "2026-03-30T00:00", "2026-03-30T00:30"]],
  ["*/15 2 * * *", ["2026-03-29T01:00", "2026-03-30T00:00", "2026-03-30T00:15"]],
  ["0,30 2,3 * * *", ["2026-03-29T01:00", "2026-03-29T01:30", "2026-03-30T00:00"]],
])(
  "the schedule %s of a Zurich brand runs once for all the times that spring skips, when the gap ends",
  (schedule, expected) => {
    const from = Date.parse("2026-03-28T02:00:00Z");
    const times = timesOf(schedule, "Europe/Zurich", from, from + 2 * dayMs).filter(
      (at) => at > "2026-03-29",
    );
    expect(times.slice(0, 3)).toEqual(expected.map((at) => `${at}:00.000Z`));
  },
);

// Gaps at midnight (Havana, Santiago, Cairo, Beirut), of half an hour (Lord Howe), at odd offsets (Chatham, Kathmandu), and
// in the middle of a month (Casablanca).
const zones = [
  "Europe/Zurich",
  "America/New_York",
  "America/Havana",
  "America/Santiago",
  "Africa/Cairo",
  "Africa/Casablanca",
  "Asia/Beirut",
  "Australia/Lord_Howe",
  "Pacific/Chatham",
  "Asia/Kathmandu",
  "UTC",
];

const windows = clockChanges(zones, 2026, 2028).map(({ timezone, change }) => {
  const from = change - 36 * hourMs;
  const to = change + 36 * hourMs;
  const clock = clockOf(timezone);
  const shown: [atMs: number, wallMs: number][] = [];
  for (let at = from; at <= to; at += minuteMs) shown.push([at, clock(at)]);
  return { timezone, from, to, shown };
});

interface Times {
  minutes: readonly number[];
  hours: readonly number[];
  /** 0 is Sunday. */
  weekdays: readonly number[];
}

/** Walks the wall clock minute by minute: a time comes when the clock shows it, or a later one, for the first time. */
function slowTimesOf({ minutes, hours, weekdays }: Times, { shown }: (typeof windows)[number]): string[] {
  const matches = (wallMs: number) => {
    const wall = new Date(wallMs);
    return (
      minutes.includes(wall.getUTCMinutes()) &&
      hours.includes(wall.getUTCHours()) &&
      weekdays.includes(wall.getUTCDay())
    );
  };
  const times: string[] = [];
  let [, reached = 0] = shown[0] ?? [];
  for (const [at, wallMs] of shown) {
    let comes = false;
    for (; reached < wallMs; reached += minuteMs) comes ||= matches(reached + minuteMs);
    if (comes) times.push(iso(at));
  }
  return times;
}

const listOf = (below: number, maxLength: number) =>
  fc.uniqueArray(fc.nat(below - 1), { minLength: 1, maxLength });

it("the times of a schedule are those of a slow walk along the wall clock, over every change of the clock of two years", () => {
  expect(windows.length).toBeGreaterThan(30);
  const schedules = fc.record({
    minutes: fc.oneof(fc.constantFrom([0], [0, 30], [0, 15, 30, 45]), listOf(60, 4)),
    hours: fc.oneof(fc.constantFrom([0], [1, 2], [2], [2, 3], [23, 0]), listOf(24, 6)),
    weekdays: fc.oneof(fc.constant([0, 1, 2, 3, 4, 5, 6]), listOf(7, 3)),
  });
  const property = fc.property(fc.nat(windows.length - 1), schedules, (index, times) => {
    const window = windows[index];
    if (window === undefined) throw new Error("there is no such window");
    const schedule = `${times.minutes.join()} ${times.hours.join()} * * ${times.weekdays.join()}`;
    expect(timesOf(schedule, window.timezone, window.from, window.to)).toEqual(slowTimesOf(times, window));
  });
  fc.assert(property, { numRuns: 600 });
});
