import { Cron } from "croner";
import { firstInstantAt, wallClockMs } from "../domain/local-time.ts";

/**
 * The next time of a five-part cron expression strictly after a moment, on the wall clock of a time zone, in epoch
 * milliseconds; null when there is none. Local times that a DST change skips come once, at the end of the gap. A local
 * time that occurs twice counts once, the first time.
 * @throws {Error} that says what is wrong with the expression
 */
export function nextRunMs(schedule: string, timezone: string, afterMs: number): number | null {
  // Croner loses times at a change of the clock. So it reads the expression on a clock that never changes, and we find
  // the instants ourselves. They are in the same order as the local times.
  const cron = new Cron(schedule, { timezone: "UTC", mode: "5-part", paused: true });
  let wallMs = wallClockMs(afterMs, timezone);
  for (;;) {
    const next = cron.nextRun(new Date(wallMs));
    if (next === null) return null;
    wallMs = next.getTime();
    const instantMs = firstInstantAt(wallMs, timezone);
    // While the clock shows an hour for the second time, the first instant of a time in that hour has passed.
    if (instantMs > afterMs) return instantMs;
  }
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
