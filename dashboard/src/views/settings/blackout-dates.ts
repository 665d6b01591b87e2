const dayMs = 86_400_000;
const daysMax = 366;

/** Blackout dates as the API takes them, or what is wrong with them. Dates are YYYY-MM-DD; a last day may be missing. */
export function blackoutOf(first: string, last: string): { dates: string } | { problem: string } {
  if (first === "") return { problem: "Choose the first day." };
  if (last === "" || last === first) return { dates: first };
  if (last < first) return { problem: "The last day is before the first day." };
  if ((Date.parse(last) - Date.parse(first)) / dayMs >= daysMax)
    return { problem: `These are more than ${daysMax} days: add them in parts.` };
  return { dates: `${first}/${last}` };
}

const format = new Intl.DateTimeFormat("en-GB", {
  weekday: "short",
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: "UTC",
});

/** "Thu, 24 Dec 2026", or "Thu, 24 Dec 2026 to Sat, 2 Jan 2027". */
export function blackoutInWords(dates: string): string {
  return dates
    .split("/")
    .map((date) => (Number.isNaN(Date.parse(date)) ? date : format.format(new Date(date))))
    .join(" to ");
}

/** Whether blackout dates have ended before a day, YYYY-MM-DD. */
export function isBefore(dates: string, day: string): boolean {
  return (dates.split("/").at(-1) ?? dates) < day;
}
