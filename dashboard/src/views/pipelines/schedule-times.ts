import { Cron } from "croner";
import { firstInstantAt, wallClockMs } from "../../text/wall-clock.ts";

/**
 * The next times of a cron expression after an instant, on the clock of a zone, in ISO 8601. They equal the times of the service.
 * Times that a change of the clock skips come once, at the end of the gap. A time that the clock shows twice counts the first time.
 * @throws {Error} when the expression is not valid
 */
export function nextTimes(schedule: string, zone: string, afterMs: number, count: number): string[] {
  // Croner loses times at a change of the clock. So it reads the expression on a clock that never changes.
  const cron = new Cron(schedule, { timezone: "UTC", mode: "5-part", paused: true });
  const times: string[] = [];
  let lastMs = afterMs;
  let wall: Date | null = new Date(wallClockMs(afterMs, zone));
  while (times.length < count) {
    wall = cron.nextRun(wall);
    if (wall === null) break;
    const atMs = firstInstantAt(wall.getTime(), zone);
    if (atMs <= lastMs) continue;
    lastMs = atMs;
    times.push(new Date(atMs).toISOString());
  }
  return times;
}

/** What is wrong with a cron expression; undefined when it is valid. */
export function scheduleProblem(schedule: string): string | undefined {
  try {
    return nextTimes(schedule, "UTC", Date.UTC(2026, 0), 1).length > 0
      ? undefined
      : "Its time never comes. Check the day and the month.";
  } catch {
    return "Write five parts: minute, hour, day of the month, month, day of the week. For example 0 9 * * 1-5.";
  }
}
