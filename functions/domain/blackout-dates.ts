import { dayMs } from "./time.ts";

const daysMax = 366;

/** The format of blackout dates: a date of the years 2000 to 2099, or two of them as an interval (ISO 8601). */
export const datesPattern = /^20\d\d-[01]\d-[0-3]\d(?:\/20\d\d-[01]\d-[0-3]\d)?$/;

/** Whether a text is a date that exists, or the first and the last of at most 366 days. */
export function areDates(text: string): boolean {
  if (!datesPattern.test(text)) return false;
  const { firstMs, lastMs } = rangeOfDates(text);
  const days = (lastMs - firstMs) / dayMs + 1;
  return text.split("/").every(isDate) && days >= 1 && days <= daysMax;
}

/** Whether a text of the form YYYY-MM-DD is a date that exists. */
export function isDate(text: string): boolean {
  const atMs = Date.parse(text);
  return !Number.isNaN(atMs) && new Date(atMs).toISOString().startsWith(text);
}

/** The first and the last of blackout dates, each as the epoch milliseconds of its midnight in UTC. */
export function rangeOfDates(dates: string): { firstMs: number; lastMs: number } {
  const [first = "", last = first] = dates.split("/");
  return { firstMs: Date.parse(first), lastMs: Date.parse(last) };
}
