import { wallClockMs } from "../../text/wall-clock.ts";

const minuteMs = 60_000;
const dayMs = 86_400_000;
const minuteOf = (epochMs: number) => Math.floor(epochMs / minuteMs) * minuteMs;
const offsetMs = (epochMs: number, zone: string) => wallClockMs(epochMs, zone) - minuteOf(epochMs);
const inputValue = (epochMs: number) => new Date(epochMs).toISOString().slice(0, 16);

/** Whether a text is a complete local time. `Date.parse` alone also accepts an incomplete one. */
export function isLocalTime(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text) && !Number.isNaN(Date.parse(`${text}Z`));
}

/** What the wall clock of a zone shows at an instant, as the value of an `<input type="datetime-local">`. */
export function wallClock(at: string, zone: string): string {
  return inputValue(wallClockMs(Date.parse(at), zone));
}

/**
 * The instants (ISO 8601, in UTC) at which the wall clock of a zone shows a local time, the earliest first. There is none if
 * the clock goes forward and skips the time. There are two if the clock goes back and shows the time twice.
 * @param local the value of an `<input type="datetime-local">`
 */
export function instantsAt(local: string, zone: string): string[] {
  if (!isLocalTime(local)) return [];
  const wall = Date.parse(`${local}Z`);
  // A clock changes at most once in two days: one of these is its offset before the change, the other the one after it.
  const offsets = new Set([offsetMs(wall - dayMs, zone), offsetMs(wall + dayMs, zone)]);
  return [...offsets]
    .map((offset) => wall - offset)
    .filter((epochMs) => wallClockMs(epochMs, zone) === wall)
    .toSorted((one, other) => one - other)
    .map((epochMs) => new Date(epochMs).toISOString());
}

/** The local time that a clock shows instead of a skipped `local`. It is later by the length of the gap. */
export function afterGap(local: string, zone: string): string {
  const wall = Date.parse(`${local}Z`);
  return inputValue(wallClockMs(wall - offsetMs(wall - dayMs, zone), zone));
}
