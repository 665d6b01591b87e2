import { Cron } from "croner";

/**
 * The next time of a five-part cron expression strictly after a moment, on the wall clock of a time zone, in epoch
 * milliseconds; null when there is none. A local time that a DST change skips becomes the end of the gap. A local time that
 * occurs twice counts once, the first time.
 * @throws {Error} that says what is wrong with the expression
 */
export function nextRunMs(schedule: string, timezone: string, afterMs: number): number | null {
  const next = new Cron(schedule, { timezone, mode: "5-part", paused: true }).nextRun(new Date(afterMs));
  return next === null ? null : next.getTime();
}

/** What is wrong with a schedule, for its author to read; null when it is valid. */
export function scheduleProblem(schedule: string, timezone: string, nowMs: number): string | null {
  try {
    const next = nextRunMs(schedule, timezone, nowMs);
    return next === null ? "must be a cron expression whose time comes" : null;
  } catch {
    return "must be a cron expression of five parts, such as 0 9 * * 1-5";
  }
}
