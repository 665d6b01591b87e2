import { isDate } from "./blackout-dates.ts";
import { firstInstantAt } from "./local-time.ts";
import { dayMs, hourMs } from "./time.ts";

// A calendar is read from one point in time up to another. Each is an instant, or a date in the brand's time zone.

/** The format of a point in time: YYYY-MM-DD, or an ISO 8601 date and time with its offset, of the years 2000 to 2099. */
export const pointPattern =
  /^20\d\d-[01]\d-[0-3]\d(?:T[0-2]\d:[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:Z|[+-][0-2]\d:[0-5]\d))?$/;

const daysMax = 31;

/** Whether a text is a date, or a date and time, that exists. */
export function isPoint(text: string): boolean {
  return pointPattern.test(text) && isDate(text.slice(0, 10)) && !Number.isNaN(Date.parse(text));
}

/** What is wrong with the end of a calendar; null if nothing is. */
export function endProblem(from: string, to: string): string | null {
  if (isLocalDate(from) !== isLocalDate(to)) return "must be a date if from is one, else a date and time";
  const lengthMs = Date.parse(to) - Date.parse(from);
  if (lengthMs <= 0) return "must be later than from";
  // In a month in which the clock goes back, 31 days last an hour longer.
  const lengthMsMax = daysMax * dayMs + (isLocalDate(from) ? 0 : hourMs);
  return lengthMs > lengthMsMax ? "must be at most 31 days after from" : null;
}

/** The instant of a point in time (epoch ms): of a date, its beginning in the time zone. */
export function instantOfPoint(point: string, timezone: string): number {
  return isLocalDate(point) ? firstInstantAt(Date.parse(point), timezone) : Date.parse(point);
}

const isLocalDate = (point: string): boolean => !point.includes("T");
