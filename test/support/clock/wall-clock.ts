import { dayMs, hourMs } from "../../../functions/domain/time.ts";

/** What the wall clock of a time zone shows at an instant, as epoch milliseconds of a clock that shows it in UTC. */
export function clockOf(timezone: string): (atMs: number) => number {
  const format = new Intl.DateTimeFormat("sv-SE", {
    timeZone: timezone,
    dateStyle: "short",
    timeStyle: "medium",
  });
  return (atMs) => Date.parse(`${format.format(atMs).replace(" ", "T")}Z`);
}

/** The instants of some years at which the clock of a time zone changes, to the hour. */
export function changesOf(timezone: string, fromYear: number, toYear: number): number[] {
  const clock = clockOf(timezone);
  const offset = (atMs: number) => clock(atMs) - atMs;
  const changes: number[] = [];
  for (let at = Date.UTC(fromYear, 0); at < Date.UTC(toYear, 0); at += dayMs)
    if (offset(at) !== offset(at + dayMs))
      for (let hour = at; hour < at + dayMs; hour += hourMs)
        if (offset(hour) !== offset(hour + hourMs)) changes.push(hour);
  return changes;
}
