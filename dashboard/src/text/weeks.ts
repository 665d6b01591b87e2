const dayMs = 86_400_000;

/** A week by ISO 8601, such as `2026-W48`. Weeks begin on Monday; week 1 has the year's first Thursday. */
export type Week = string;

const weekPattern = /^(\d{4})-W(\d\d)$/;

/** The date of a week's Monday, `YYYY-MM-DD`; undefined if there is no such week. */
export function mondayOf(week: Week): string | undefined {
  const [, year, number] = weekPattern.exec(week) ?? [];
  if (year === undefined || number === undefined) return undefined;
  const fourth = Date.UTC(Number(year), 0, 4);
  const firstMonday = fourth - daysSinceMonday(fourth) * dayMs;
  const monday = dateOf(firstMonday + (Number(number) - 1) * 7 * dayMs);
  return weekOf(monday) === week ? monday : undefined;
}

/** The week of a date `YYYY-MM-DD`. */
export function weekOf(date: string): Week {
  const ms = Date.parse(date);
  const thursday = new Date(ms + (3 - daysSinceMonday(ms)) * dayMs);
  const firstOfYear = Date.UTC(thursday.getUTCFullYear(), 0, 1);
  const number = Math.floor((thursday.getTime() - firstOfYear) / (7 * dayMs)) + 1;
  return `${thursday.getUTCFullYear()}-W${String(number).padStart(2, "0")}`;
}

/** The date some days later; earlier for a negative number. */
export const addDays = (date: string, days: number) => dateOf(Date.parse(date) + days * dayMs);

/** The date in a time zone at an instant, in milliseconds since the epoch. */
export function dateIn(zone: string, nowMs: number): string {
  // The Swedish format of a date is that of ISO 8601.
  return new Intl.DateTimeFormat("sv-SE", { timeZone: zone }).format(nowMs);
}

const dateOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
const daysSinceMonday = (ms: number) => (new Date(ms).getUTCDay() + 6) % 7;
