import { dayMs, minuteMs } from "./time.ts";

/** What the wall clock of a time zone shows. */
interface LocalTime {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timezone: string): Intl.DateTimeFormat {
  const known = formats.get(timezone);
  if (known) return known;
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone: timezone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
  });
  formats.set(timezone, format);
  return format;
}

/** What a zone's wall clock shows at an instant. */
export function localTimeAt(epochMs: number, timezone: string): LocalTime {
  const parts: Record<string, number> = {};
  for (const { type, value } of formatOf(timezone).formatToParts(epochMs)) parts[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = parts;
  return { year, month, day, hour, minute };
}

function asIfUtcMs({ year, month, day, hour, minute }: LocalTime): number {
  return Date.UTC(year, month - 1, day, hour, minute);
}

/** How far the zone's wall clock is ahead of UTC at an instant. */
function offsetMs(epochMs: number, timezone: string): number {
  const wholeMinuteMs = Math.floor(epochMs / minuteMs) * minuteMs;
  return asIfUtcMs(localTimeAt(wholeMinuteMs, timezone)) - wholeMinuteMs;
}

/**
 * The instant (epoch ms) at which a zone's wall clock shows a local time.
 * A time that spring leaves out is shifted forward by the gap; one that autumn repeats is its first occurrence
 * (RFC 5545 and Temporal's "compatible" disambiguation say the same).
 */
export function instantOf(local: LocalTime, timezone: string): number {
  const wall = asIfUtcMs(local);
  const before = offsetMs(wall - dayMs, timezone);
  const after = offsetMs(wall + dayMs, timezone);
  const first = wall - before;
  if (offsetMs(first, timezone) === before) return first;
  const second = wall - after;
  if (offsetMs(second, timezone) === after) return second;
  return first;
}
