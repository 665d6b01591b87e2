import { Cron } from "croner";

const minuteMs = 60_000;
const dayMs = 86_400_000;
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  let found = formats.get(zone);
  if (found === undefined) {
    found = new Intl.DateTimeFormat("en-US", {
      timeZone: zone,
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
    });
    formats.set(zone, found);
  }
  return found;
}

/** What the clock of a zone shows at an instant, to the minute, as epoch milliseconds of a clock that shows it in UTC. */
function clockMs(atMs: number, zone: string): number {
  const shown: Record<string, number> = {};
  for (const { type, value } of formatOf(zone).formatToParts(atMs)) shown[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = shown;
  return Date.UTC(year, month - 1, day, hour, minute);
}

/** The first instant at which the clock of a zone shows a time. The end of the gap, if the clock skips the time. */
function firstInstantAt(wallMs: number, zone: string): number {
  const aheadMs = (atMs: number) => clockMs(atMs, zone) - atMs;
  const instants = [wallMs - aheadMs(wallMs - dayMs), wallMs - aheadMs(wallMs + dayMs)].toSorted(
    (one, other) => one - other,
  );
  const shown = instants.find((atMs) => clockMs(atMs, zone) === wallMs);
  if (shown !== undefined) return shown;
  // Both instants are beside the gap, which is shorter than a day.
  let [before = wallMs, after = wallMs] = instants;
  while (after - before > minuteMs) {
    const middle = before + Math.floor((after - before) / 2 / minuteMs) * minuteMs;
    if (clockMs(middle, zone) >= wallMs) after = middle;
    else before = middle;
  }
  return after;
}

/**
 * The next times of a cron expression after an instant, on the clock of a zone, in ISO 8601. The same as those of the service:
 * times that a change of the clock skips come once, at its end, and a time that comes twice counts the first time.
 * @throws {Error} when the expression is not valid
 */
export function nextTimes(schedule: string, zone: string, afterMs: number, count: number): string[] {
  // Croner loses times at a change of the clock. So it reads the expression on a clock that never changes.
  const cron = new Cron(schedule, { timezone: "UTC", mode: "5-part", paused: true });
  const times: string[] = [];
  let lastMs = afterMs;
  let wall: Date | null = new Date(clockMs(afterMs, zone));
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
