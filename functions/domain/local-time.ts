import { dayMs, minuteMs } from "./time.ts";

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

/** The local time in a time zone at an instant, to the minute, as epoch milliseconds of a clock that shows it in UTC. */
export function wallClockMs(epochMs: number, timezone: string): number {
  const parts: Record<string, number> = {};
  for (const { type, value } of formatOf(timezone).formatToParts(epochMs)) parts[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute);
}

/** The offset of a time zone's wall clock from UTC at an instant. */
function offsetMs(epochMs: number, timezone: string): number {
  const wholeMinuteMs = Math.floor(epochMs / minuteMs) * minuteMs;
  return wallClockMs(wholeMinuteMs, timezone) - wholeMinuteMs;
}

/** A time of day, given as HH:MM, in milliseconds after midnight. */
export function timeOfDayMs(time: string): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return (hours * 60 + minutes) * minuteMs;
}

/** The date in a time zone at an instant, as the epoch milliseconds of its midnight in UTC. */
export function localDateMs(epochMs: number, timezone: string): number {
  return Math.floor(wallClockMs(epochMs, timezone) / dayMs) * dayMs;
}

/**
 * The instant at which a wall clock shows a time. There is none when the clock skips the time: then the end of the gap is
 * after `beforeMs`, and at `notBeforeMs` at the latest.
 */
type OnClock = { instantMs: number } | { instantMs: null; beforeMs: number; notBeforeMs: number };

function onClock(wallMs: number, timezone: string): OnClock {
  const before = offsetMs(wallMs - dayMs, timezone);
  const after = offsetMs(wallMs + dayMs, timezone);
  const first = wallMs - before;
  if (offsetMs(first, timezone) === before) return { instantMs: first };
  const second = wallMs - after;
  if (offsetMs(second, timezone) === after) return { instantMs: second };
  return { instantMs: null, beforeMs: second, notBeforeMs: first };
}

/**
 * The instant (epoch ms) of a local time (see `wallClockMs`) in a time zone. A local time that does not exist, because the
 * clock goes forward, is moved forward by the gap. Of a local time that exists twice, the first is taken. RFC 5545 and
 * Temporal's "compatible" disambiguation define the same.
 */
export function instantOf(wallMs: number, timezone: string): number {
  const shown = onClock(wallMs, timezone);
  return shown.instantMs ?? shown.notBeforeMs;
}

/**
 * The first instant (epoch ms) at which the wall clock of a time zone shows a time (see `wallClockMs`) or a later one. For
 * a local time that does not exist, this is the end of the gap.
 */
export function firstInstantAt(wallMs: number, timezone: string): number {
  const shown = onClock(wallMs, timezone);
  if (shown.instantMs !== null) return shown.instantMs;
  const isReached = (atMs: number) => wallClockMs(atMs, timezone) >= wallMs;
  return firstMinuteWhere(isReached, shown.beforeMs, shown.notBeforeMs);
}

/** A stretch of time in which the wall clock of a time zone is ahead of UTC by a constant offset. */
interface OffsetPeriod {
  fromMs: number;
  /** Not part of it. */
  toMs: number;
  /** Negative where the wall clock is behind UTC. */
  offsetMs: number;
}

/** Splits the time from `fromMs` to `toMs` where the clock of a time zone changes. Clocks change at most once a day. */
export function offsetPeriods(fromMs: number, toMs: number, timezone: string): OffsetPeriod[] {
  const periods: OffsetPeriod[] = [];
  let [startMs, offset] = [fromMs, offsetMs(fromMs, timezone)];
  for (let dayStartMs = fromMs; dayStartMs < toMs; dayStartMs += dayMs) {
    const dayEndMs = Math.min(dayStartMs + dayMs, toMs);
    const next = offsetMs(dayEndMs, timezone);
    if (next === offset) continue;
    const changeMs = firstMinuteWhere(
      (atMs) => offsetMs(atMs, timezone) === next,
      Math.floor(dayStartMs / minuteMs) * minuteMs,
      Math.ceil(dayEndMs / minuteMs) * minuteMs,
    );
    periods.push({ fromMs: startMs, toMs: changeMs, offsetMs: offset });
    [startMs, offset] = [changeMs, next];
  }
  if (startMs < toMs) periods.push({ fromMs: startMs, toMs, offsetMs: offset });
  return periods;
}

/** The first minute after `beforeMs`, where a condition does not hold, up to `notAfterMs`, where it holds. */
function firstMinuteWhere(holds: (atMs: number) => boolean, beforeMs: number, notAfterMs: number): number {
  let [before, notAfter] = [beforeMs, notAfterMs];
  while (notAfter - before > minuteMs) {
    const middle = before + Math.floor((notAfter - before) / 2 / minuteMs) * minuteMs;
    if (holds(middle)) notAfter = middle;
    else before = middle;
  }
  return notAfter;
}

const twoDigits = (value: number) => String(value).padStart(2, "0");

/** What the wall clock of a time zone shows at an instant, with its offset from UTC: 2026-03-29T09:00:00+02:00 (RFC 3339). */
export function localIsoTime(epochMs: number, timezone: string): string {
  const ahead = offsetMs(epochMs, timezone);
  const minutes = Math.abs(ahead) / minuteMs;
  const offset = `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
  return `${new Date(epochMs + ahead).toISOString().slice(0, 19)}${ahead < 0 ? "-" : "+"}${offset}`;
}
