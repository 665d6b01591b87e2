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
export function wallClockMs(atMs: number, zone: string): number {
  const shown: Record<string, number> = {};
  for (const { type, value } of formatOf(zone).formatToParts(atMs)) shown[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = shown;
  return Date.UTC(year, month - 1, day, hour, minute);
}

/** The first instant at which the clock of a zone shows a time. The end of the gap, if the clock skips the time. */
export function firstInstantAt(wallMs: number, zone: string): number {
  const aheadMs = (atMs: number) => wallClockMs(atMs, zone) - atMs;
  const instants = [wallMs - aheadMs(wallMs - dayMs), wallMs - aheadMs(wallMs + dayMs)].toSorted(
    (one, other) => one - other,
  );
  const shown = instants.find((atMs) => wallClockMs(atMs, zone) === wallMs);
  if (shown !== undefined) return shown;
  // One instant is before the gap, the other one at its end or after it.
  let [before = wallMs, after = wallMs] = instants;
  while (after - before > minuteMs) {
    const middle = before + Math.floor((after - before) / 2 / minuteMs) * minuteMs;
    if (wallClockMs(middle, zone) >= wallMs) after = middle;
    else before = middle;
  }
  return after;
}
