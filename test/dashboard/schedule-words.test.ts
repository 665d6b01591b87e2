import fc from "fast-check";
import { expect, it } from "vitest";
import { readCron } from "../../dashboard/src/views/pipelines/cron-fields.ts";
import {
  cronOf,
  emptySchedule,
  scheduleDraftOf,
} from "../../dashboard/src/views/pipelines/schedule-draft.ts";
import { nextTimes } from "../../dashboard/src/views/pipelines/schedule-times.ts";
import { scheduleInWords } from "../../dashboard/src/views/pipelines/schedule-words.ts";

it.each([
  [null, "Only when someone runs it"],
  ["0 9 * * 1-5", "Every weekday at 09:00 in Europe/Berlin"],
  ["0 9 * * MON-FRI", "Every weekday at 09:00 in Europe/Berlin"],
  ["0 9 * * *", "Every day at 09:00 in Europe/Berlin"],
  ["30 8,17 * * *", "Every day at 08:30 and 17:30 in Europe/Berlin"],
  ["0 9 * * 1,3,7", "Every Monday, Wednesday and Sunday at 09:00 in Europe/Berlin"],
  ["0 * * * *", "Every hour on the hour in Europe/Berlin"],
  ["15 * * * *", "Every hour at minute 15 in Europe/Berlin"],
  ["5,35 * * * *", "Every hour at minutes 5 and 35 in Europe/Berlin"],
  ["* * * * *", "Every minute in Europe/Berlin"],
  ["*/15 * * * *", "Every 15 minutes in Europe/Berlin"],
  ["*/15 9-17 * * 1-5", "Every weekday, every 15 minutes from 09:00 to 17:45 in Europe/Berlin"],
  ["0 9-17 * * *", "Every hour from 09:00 to 17:00 in Europe/Berlin"],
  ["10 */2 * * *", "Every 2 hours, beginning at 00:10 in Europe/Berlin"],
  ["0 6 1,15 * *", "On the 1st and 15th of the month at 06:00 in Europe/Berlin"],
  ["0 6 1 * 1", "On the 1st of the month and every Monday at 06:00 in Europe/Berlin"],
  ["0 6 2 1,7 *", "On the 2nd of the month in January and July at 06:00 in Europe/Berlin"],
  ["*/30 * * 12 *", "Every 30 minutes in December in Europe/Berlin"],
  ["*/7 * * * *", "By the cron expression */7 * * * * in Europe/Berlin"],
  ["0 6 L * *", "By the cron expression 0 6 L * * in Europe/Berlin"],
])("the schedule %j is %j in words", (schedule, words) => {
  expect(scheduleInWords(schedule, schedule === null ? undefined : "Europe/Berlin")).toBe(words);
});

const list = (min: number, max: number) =>
  fc.uniqueArray(fc.integer({ min, max }), { minLength: 1, maxLength: 3 }).map((values) => values.join());
const range = (min: number, max: number) =>
  fc
    .tuple(fc.integer({ min, max }), fc.integer({ min, max }), fc.integer({ min: 1, max: 7 }))
    .map(([one, other, step]) => `${Math.min(one, other)}-${Math.max(one, other)}/${step}`);
const field = (min: number, max: number) => fc.oneof(fc.constant("*"), list(min, max), range(min, max));

it("every next time of an expression matches the fields that the dashboard reads from it", () => {
  const parts = fc.tuple(field(0, 59), field(0, 23), field(1, 31), field(1, 12), field(0, 7));
  const from = Date.UTC(2026, 0);
  fc.assert(
    fc.property(parts, (given) => {
      const schedule = given.join(" ");
      const fields = readCron(schedule);
      if (fields === null) throw new Error(`${schedule} is not read`);
      const { minutes, hours, days, months, weekdays } = fields;
      const matches = (at: Date) => {
        const isDay = days.values.includes(at.getUTCDate());
        const isWeekday = weekdays.values.includes(at.getUTCDay());
        const isOneOfBoth = !days.isEvery && !weekdays.isEvery ? isDay || isWeekday : isDay && isWeekday;
        return (
          minutes.values.includes(at.getUTCMinutes()) &&
          hours.values.includes(at.getUTCHours()) &&
          months.values.includes(at.getUTCMonth() + 1) &&
          isOneOfBoth
        );
      };
      for (const at of nextTimes(schedule, "UTC", from, 5)) expect(matches(new Date(at)), at).toBe(true);
    }),
    { numRuns: 200 },
  );
});

it.each(["0 9 * * *", "30 0 * * 1-5", "15 * * * *", "5 23 * * 0"])(
  "the schedule %s is a preset, which writes the same expression",
  (schedule) => {
    const draft = scheduleDraftOf(schedule);
    expect(draft.kind).not.toBe("cron");
    expect(cronOf(draft)).toBe(schedule);
  },
);

it("a schedule that is turned into a draft and back stays the same", () => {
  const schedules = fc.tuple(field(0, 59), field(0, 23), field(1, 31), field(1, 12), field(0, 7));
  fc.assert(
    fc.property(schedules, (parts) => {
      const schedule = parts.join(" ");
      expect(cronOf(scheduleDraftOf(schedule))).toBe(schedule);
    }),
  );
  expect(cronOf(scheduleDraftOf(null))).toBeNull();
});

it("a preset without its time is not a valid expression", () => {
  expect(cronOf({ ...emptySchedule, kind: "daily", time: "" })).toBe("? ? * * *");
  expect(cronOf({ ...emptySchedule, kind: "hourly", minute: "" })).toBe("? * * * *");
});
