import { instantOf, localDateMs } from "./local-time.ts";
import { dayMs, weekMs } from "./time.ts";

/** An ISO 8601 week by its year and number, such as "2026-W48". Weeks of four-digit years sort as text. */
export type Week = string;

/** The format of a week. Not every week with this format exists: most years have no week 53. */
export const weekPattern = /^\d{4}-W(?:0[1-9]|[1-4]\d|5[0-3])$/;

/** Whether a text is a week that exists. */
export function isWeek(text: string): boolean {
  return weekPattern.test(text) && weekOf(mondayOf(text)) === text;
}

/** The week of an instant in a time zone. */
export function weekAt(epochMs: number, timezone: string): Week {
  return weekOf(localDateMs(epochMs, timezone));
}

/**
 * The instant (epoch ms) at which a week begins in a time zone: Monday at 00:00, or the first time after it if that
 * does not exist.
 */
export function weekStartMs(week: Week, timezone: string): number {
  return instantOf(mondayOf(week), timezone);
}

/** The week that is `count` weeks after another one; before it if `count` is negative. */
export function weekAfter(week: Week, count = 1): Week {
  return weekOf(mondayOf(week) + count * weekMs);
}

// Dates without a time zone are represented by their midnight in UTC.

/** How many days a date is after the last Monday: 0 for a Monday itself, 6 for a Sunday. */
export function daysSinceMonday(dateMs: number): number {
  return (new Date(dateMs).getUTCDay() + 6) % 7;
}

/** The week of a date. A week belongs to the year of its Thursday, and week 1 contains 4 January (ISO 8601). */
function weekOf(dateMs: number): Week {
  const mondayMs = dateMs - daysSinceMonday(dateMs) * dayMs;
  const year = new Date(mondayMs + 3 * dayMs).getUTCFullYear();
  const number = Math.round((mondayMs - firstMondayOf(year)) / weekMs) + 1;
  return `${String(year).padStart(4, "0")}-W${String(number).padStart(2, "0")}`;
}

function mondayOf(week: Week): number {
  return firstMondayOf(Number(week.slice(0, 4))) + (Number(week.slice(6)) - 1) * weekMs;
}

function firstMondayOf(year: number): number {
  // Date.UTC treats the years 0 to 99 as 1900 to 1999.
  const fourthMs = new Date(0).setUTCFullYear(year, 0, 4);
  return fourthMs - daysSinceMonday(fourthMs) * dayMs;
}
