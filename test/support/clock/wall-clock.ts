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
function changesOf(timezone: string, fromYear: number, toYear: number): number[] {
  const clock = clockOf(timezone);
  const offset = (atMs: number) => clock(atMs) - atMs;
  const changes: number[] = [];
  for (let at = Date.UTC(fromYear, 0); at < Date.UTC(toYear, 0); at += dayMs)
    if (offset(at) !== offset(at + dayMs))
      for (let hour = at; hour < at + dayMs; hour += hourMs)
        if (offset(hour) !== offset(hour + hourMs)) changes.push(hour);
  return changes;
}

/** Their clocks change by an hour, by half an hour (Lord Howe), at midnight (São Paulo, until 2019), and never (India). */
export const differentZones = [
  "Europe/Berlin",
  "America/New_York",
  "Australia/Lord_Howe",
  "Asia/Kolkata",
  "America/Sao_Paulo",
];

/** The changes of the clocks of some time zones. For a zone without changes there is any other moment of the first year. */
export function clockChanges(
  timezones: readonly string[],
  fromYear: number,
  toYear: number,
): { timezone: string; change: number }[] {
  return timezones.flatMap((timezone) => {
    const changes = changesOf(timezone, fromYear, toYear);
    const moments = changes.length > 0 ? changes : [Date.UTC(fromYear, 5)];
    return moments.map((change) => ({ timezone, change }));
  });
}
