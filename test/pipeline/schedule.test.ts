import { expect, it } from "vitest";
import { nextRunMs, scheduleProblem } from "../../functions/pipeline/schedule.ts";

const next = (schedule: string, timezone: string, after: string) =>
  new Date(nextRunMs(schedule, timezone, Date.parse(after)) ?? Number.NaN).toISOString();

it("a pipeline's schedule uses the local time of the brand's time zone", () => {
  expect(next("0 9 * * 1-5", "America/New_York", "2026-11-21T12:00:00Z")).toBe("2026-11-23T14:00:00.000Z");
  expect(next("0 9 * * *", "Europe/Zurich", "2026-07-01T12:00:00Z")).toBe("2026-07-02T07:00:00.000Z");
});

it("a schedule keeps a time that is skipped in spring, and runs once at a time that is repeated in autumn", () => {
  expect(next("30 2 * * *", "Europe/Zurich", "2026-03-28T12:00:00Z")).toBe("2026-03-29T01:00:00.000Z");
  expect(next("30 2 * * *", "Europe/Zurich", "2026-10-24T12:00:00Z")).toBe("2026-10-25T00:30:00.000Z");
  expect(next("30 2 * * *", "Europe/Zurich", "2026-10-25T00:30:00Z")).toBe("2026-10-26T01:30:00.000Z");
});

it("a schedule that is not a cron expression of five parts, or never occurs, has a problem in words", () => {
  for (const schedule of ["60 * * * *", "* * * * * *", "every day", "0 0 31 2 *"]) {
    expect(scheduleProblem(schedule, "UTC", 0)).toMatch(/^must be a cron expression/);
  }
  expect(scheduleProblem("*/15 9-17 * * 1-5", "UTC", 0)).toBeNull();
});
