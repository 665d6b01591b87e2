import { instantOf, localTimeAt } from "./local-time.ts";
import { dayMs } from "./time.ts";

/** An ISO 8601 week by its year and number, such as "2026-W48". Weeks of four-digit years sort as text. */
export type Week = string;

const weekMs = 7 * dayMs;

/** How a week is written; of those with this form some do not exist, for most years have no week 53. */
export const weekPattern = /^\d{4}-W(?:0[1-9]|[1-4]\d|5[0-3])$/;

/** Whether there is such a week. */
export function isWeek(text: string): boolean {
  return weekPattern.test(text) && weekOf(mondayOf(text)) === text;
}

/** The week that it is at an instant on a zone's wall clock. */
export function weekAt(epochMs: number, timezone: string): Week {
  const { year, month, day } = localTimeAt(epochMs, timezone);
  return weekOf(Date.UTC(year, month - 1, day));
}

/** The instant (epoch ms) at which a week begins in a zone: its Monday at 00:00, or when the clock first goes past that. */
export function weekStartMs(week: Week, timezone: string): number {
  const monday = new Date(mondayOf(week));
  const date = { year: monday.getUTCFullYear(), month: monday.getUTCMonth() + 1, day: monday.getUTCDate() };
  return instantOf({ ...date, hour: 0, minute: 0 }, timezone);
}

/** The week so many after another one; before it, by a negative number. */
export function weekAfter(week: Week, count = 1): Week {
  return weekOf(mondayOf(week) + count * weekMs);
}

// Dates without a zone stand as their midnight in UTC.

/** The week of a date: it is of the year that its Thursday is in, and the first one holds 4 January (ISO 8601). */
function weekOf(dateMs: number): Week {
  const daysPastMonday = (new Date(dateMs).getUTCDay() + 6) % 7;
  const mondayMs = dateMs - daysPastMonday * dayMs;
  const year = new Date(mondayMs + 3 * dayMs).getUTCFullYear();
  const number = Math.round((mondayMs - firstMondayOf(year)) / weekMs) + 1;
  return `${String(year).padStart(4, "0")}-W${String(number).padStart(2, "0")}`;
}

function mondayOf(week: Week): number {
  return firstMondayOf(Number(week.slice(0, 4))) + (Number(week.slice(6)) - 1) * weekMs;
}

function firstMondayOf(year: number): number {
  // Date.UTC would take the years 0 to 99 for those of the twentieth century.
  const fourthMs = new Date(0).setUTCFullYear(year, 0, 4);
  return fourthMs - ((new Date(fourthMs).getUTCDay() + 6) % 7) * dayMs;
}
