/** An ISO 8601 week by its year and number, such as "2026-W48". Weeks sort as text. */
export type IsoWeek = string;

const dayMs = 86_400_000;
const weekMs = 7 * dayMs;
const pattern = /^\d{4}-W(?:0[1-9]|[1-4]\d|5[0-3])$/;

/** Whether a text is a week that exists: most years have no week 53. */
export function isWeek(text: string): boolean {
  return pattern.test(text) && weekOfDate(mondayMs(text)) === text;
}

/** The week of an instant in a time zone. */
export function weekAt(epochMs: number, zone: string): IsoWeek {
  // The format of this locale is that of ISO 8601.
  const date = new Intl.DateTimeFormat("en-CA", { timeZone: zone }).format(epochMs);
  return weekOfDate(Date.parse(date));
}

/** The week that is `count` weeks after another one; before it if `count` is negative. */
export function weekAfter(week: IsoWeek, count = 1): IsoWeek {
  return weekOfDate(mondayMs(week) + count * weekMs);
}

/** The weeks from one to another, both included; at most the last `most`. The last week comes first. */
export function weeksBackTo(first: IsoWeek, last: IsoWeek, most: number): IsoWeek[] {
  const weeks: IsoWeek[] = [];
  for (let week = last; week >= first && weeks.length < most; week = weekAfter(week, -1)) weeks.push(week);
  return weeks;
}

const days = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: "UTC",
});

/** "Week 48, 23–29 Nov 2026". */
export function weekInWords(week: IsoWeek): string {
  const monday = mondayMs(week);
  return `Week ${Number(week.slice(6))}, ${days.formatRange(monday, monday + 6 * dayMs)}`;
}

// A date is represented by its midnight in UTC.

function weekOfDate(dateMs: number): IsoWeek {
  // A week belongs to the year of its Thursday, and week 1 contains 4 January (ISO 8601).
  const monday = dateMs - daysSinceMonday(dateMs) * dayMs;
  const year = new Date(monday + 3 * dayMs).getUTCFullYear();
  const number = Math.round((monday - firstMondayMs(year)) / weekMs) + 1;
  return `${String(year).padStart(4, "0")}-W${String(number).padStart(2, "0")}`;
}

function mondayMs(week: IsoWeek): number {
  return firstMondayMs(Number(week.slice(0, 4))) + (Number(week.slice(6)) - 1) * weekMs;
}

function firstMondayMs(year: number): number {
  // Date.UTC treats the years 0 to 99 as 1900 to 1999.
  const fourth = new Date(0).setUTCFullYear(year, 0, 4);
  return fourth - daysSinceMonday(fourth) * dayMs;
}

function daysSinceMonday(dateMs: number): number {
  return (new Date(dateMs).getUTCDay() + 6) % 7;
}
