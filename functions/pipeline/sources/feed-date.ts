import { zoneMinutes } from "./feed-time-zone.ts";

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

// The parts of a date, by name, from the left to the right in each format.
const weekday = String.raw`(?:[a-z]{2,9}\.?,?\s+)?`;
const month = String.raw`(?<name>[a-z]{3})[a-z]*\.?`;
const day = String.raw`(?<day>\d{1,2})`;
const time = String.raw`(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:[.,]\d+)?)?(?:\s*(?<half>[ap])\.?m\.?)?`;
const zone = String.raw`(?:\s*(?<zone>[a-z]{1,5}(?:[+-]\d{1,2}(?::?\d{2})?)?|[+-]\d{2}(?::?\d{2})?))?(?:\s*\([^)]*\))?`;

const formats = [
  // 2026-11-21T11:00:00Z, 2026-11-21 11:00:00 AEST, 2026-11-21
  String.raw`(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})(?:(?:t|\s)\s*${time}${zone})?(?:z|\+00:?00)?`,
  // Sat, 21 Nov 2026 11:00:00 GMT, 21-Nov-26
  String.raw`${weekday}${day}(?:st|nd|rd|th)?[\s-]${month}[\s,-]\s*(?<year>\d{4}|\d{2})(?:,?(?:\s+at)?\s+${time})?${zone}`,
  // Nov 21, 2026 3:04 PM, Sat Nov 21 2026 11:00:00 GMT+0200
  String.raw`${weekday}${month}\s+${day}(?:st|nd|rd|th)?,?\s+(?<year>\d{4})(?:,?(?:\s+at)?\s+${time})?${zone}`,
  // Sat Nov 21 11:00:00 UTC 2026
  String.raw`${weekday}${month}\s+${day}\s+${time}${zone}\s+(?<year>\d{4})`,
].map((pattern) => new RegExp(`^${pattern}$`, "i"));

/**
 * Parses a date of a feed (RFC 822 or ISO 8601, with the deviations that feeds have); null when it is no date, or has a time
 * zone that is unknown. `Date.parse` would read "Episode 5" as a day in May, and use the machine's time zone for a date
 * without one.
 */
export function parseFeedDateMs(text: string): number | null {
  const value = text.replaceAll(/\s+/g, " ").trim().slice(0, 80);
  for (const format of formats) {
    const parts = format.exec(value)?.groups;
    if (parts !== undefined) return toMs(parts);
  }
  return null;
}

function toMs(parts: Readonly<Record<string, string | undefined>>): number | null {
  const dayMs = startOfDayMs(parts);
  const hour = hourOf(Number(parts.hour ?? 0), parts.half);
  const minute = Number(parts.minute ?? 0);
  const second = Number(parts.second ?? 0);
  const offset = zoneMinutes(parts.zone ?? "");
  if (dayMs === null || hour === null || offset === null || minute > 59 || second > 60) return null;
  return dayMs + ((hour * 60 + minute - offset) * 60 + second) * 1000;
}

function startOfDayMs(parts: Readonly<Record<string, string | undefined>>): number | null {
  const { year = "", name } = parts;
  const fullYear = year.length === 2 ? 2000 + Number(year) : Number(year);
  const monthIndex = name === undefined ? Number(parts.month) - 1 : months.indexOf(name.toLowerCase());
  const dayOfMonth = Number(parts.day);
  const startMs = Date.UTC(fullYear, monthIndex, dayOfMonth);
  // Reject a month of -1 or the 31st of June: Date would silently use another day.
  const start = new Date(startMs);
  return monthIndex >= 0 && start.getUTCDate() === dayOfMonth && start.getUTCMonth() === monthIndex
    ? startMs
    : null;
}

/** The hour of the day, 0 to 24; null when there is no such hour. */
function hourOf(hour: number, half: string | undefined): number | null {
  if (half === undefined) return hour <= 24 ? hour : null;
  if (hour < 1 || hour > 12) return null;
  return (hour % 12) + (half.toLowerCase() === "p" ? 12 : 0);
}
