import fc from "fast-check";
import { expect, it } from "vitest";
import { nextTimes, scheduleProblem } from "../../dashboard/src/views/pipelines/schedule-times.ts";
import { dayMs, hourMs, minuteMs } from "../../functions/domain/time.ts";
import { nextRunMs, scheduleProblem as problemOfService } from "../../functions/pipeline/schedule.ts";
import { clockChanges } from "../support/clock/wall-clock.ts";

/** The next times as the service plans them: each after the one before. */
function timesOfService(schedule: string, timezone: string, afterMs: number, count: number): string[] {
  const times: string[] = [];
  let at = nextRunMs(schedule, timezone, afterMs);
  while (at !== null && times.length < count) {
    times.push(new Date(at).toISOString());
    at = nextRunMs(schedule, timezone, at);
  }
  return times;
}

const zones = [
  "Europe/Berlin",
  "America/New_York",
  "America/Havana",
  "America/Santiago",
  "Africa/Cairo",
  "Africa/Casablanca",
  "Australia/Lord_Howe",
  "Pacific/Chatham",
  "Asia/Kathmandu",
  "Asia/Tokyo",
  "UTC",
];

const expressions = [
  "0 9 * * 1-5",
  "0 * * * *",
  "30 0 * * *",
  "0,30 2 * * *",
  "*/15 1-3 * * *",
  "59 23 * * 0",
  "0 0 1 * *",
  "15 2 * * SUN",
  "0 12 29 2 *",
  "0 6 L * *",
  "0 8 * * 1#2",
  "0 0 15 * 1",
  "@daily",
];

it("the next times that the dashboard shows are those that the service plans, at every change of the clock", () => {
  for (const { timezone, change } of clockChanges(zones, 2026, 2027))
    for (const schedule of expressions)
      for (const from of [change - 30 * hourMs, change + 20 * minuteMs]) {
        const shown = nextTimes(schedule, timezone, from, 4);
        expect(shown, `${schedule} in ${timezone} after ${new Date(from).toISOString()}`).toEqual(
          timesOfService(schedule, timezone, from, 4),
        );
      }
});

const field = (min: number, max: number) =>
  fc.oneof(
    fc.constant("*"),
    fc.uniqueArray(fc.integer({ min, max }), { minLength: 1, maxLength: 4 }).map((values) => values.join()),
    fc.integer({ min: 2, max: Math.min(20, max) }).map((step) => `*/${step}`),
  );

it("the next times that the dashboard shows are those that the service plans, for any expression and instant", () => {
  const schedules = fc.tuple(field(0, 59), field(0, 23), fc.constant("*"), fc.constant("*"), field(0, 7));
  const instants = fc.integer({ min: Date.UTC(2026, 0), max: Date.UTC(2028, 0) });
  fc.assert(
    fc.property(schedules, fc.constantFrom(...zones), instants, (parts, timezone, from) => {
      const schedule = parts.join(" ");
      expect(nextTimes(schedule, timezone, from, 5)).toEqual(timesOfService(schedule, timezone, from, 5));
    }),
    { numRuns: 100 },
  );
});

it("a weekday at 09:00 in Berlin stays at 09:00 when the clock changes", () => {
  expect(nextTimes("0 9 * * *", "Europe/Berlin", Date.parse("2026-03-28T00:00:00Z"), 3)).toEqual([
    "2026-03-28T08:00:00.000Z",
    "2026-03-29T07:00:00.000Z",
    "2026-03-30T07:00:00.000Z",
  ]);
});

it("a schedule that ends has no further times", () => {
  const after = Date.UTC(2026, 0);
  expect(nextTimes("0 0 30 2 *", "UTC", after, 5)).toEqual([]);
  expect(nextTimes("0 9 * * *", "UTC", after + dayMs, 0)).toEqual([]);
});

it.each([
  "",
  "?",
  "* * * *",
  "* * * * * *",
  "60 * * * *",
  "0 9 * * 8",
  "a b c d e",
  "0 0 30 2 *",
  "0 9 * * 1-5",
])("the dashboard finds a problem in the schedule %j exactly if the service does", (schedule) => {
  const isProblem = problemOfService(schedule, "UTC", Date.UTC(2026, 0)) !== null;
  expect(scheduleProblem(schedule) !== undefined).toBe(isProblem);
});
