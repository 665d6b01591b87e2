import { describe, expect, it } from "vitest";
import { nextRunMs, scheduleProblem } from "../../functions/pipeline/schedule.ts";

const next = (schedule: string, timezone: string, after: string) =>
  new Date(nextRunMs(schedule, timezone, Date.parse(after)) ?? Number.NaN).toISOString();

describe("a pipeline's schedule", () => {
  it("is on the wall clock of the brand's time zone", () => {
    expect(next("0 9 * * 1-5", "America/New_York", "2026-11-21T12:00:00Z")).toBe("2026-11-23T14:00:00.000Z");
    expect(next("0 9 * * *", "Europe/Zurich", "2026-07-01T12:00:00Z")).toBe("2026-07-02T07:00:00.000Z");
  });

  it("keeps a time that spring leaves out, and takes a repeated one once", () => {
    expect(next("30 2 * * *", "Europe/Zurich", "2026-03-28T12:00:00Z")).toBe("2026-03-29T01:00:00.000Z");
    expect(next("30 2 * * *", "Europe/Zurich", "2026-10-24T12:00:00Z")).toBe("2026-10-25T00:30:00.000Z");
    expect(next("30 2 * * *", "Europe/Zurich", "2026-10-25T00:30:00Z")).toBe("2026-10-26T01:30:00.000Z");
  });

  it("is refused in words when it is no cron of five parts, or never comes", () => {
    for (const schedule of ["60 * * * *", "* * * * * *", "every day", "0 0 31 2 *"]) {
      expect(scheduleProblem(schedule, "UTC", 0)).toMatch(/^must be a cron expression/);
    }
    expect(scheduleProblem("*/15 9-17 * * 1-5", "UTC", 0)).toBeNull();
  });
});
