const minuteMs = 60_000;
const dayMs = 86_400_000;
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
  });
  formats.set(zone, format);
  return format;
}

/** The wall clock of a zone at an instant, to the minute, as the epoch milliseconds of a clock that shows it in UTC. */
function wallMs(epochMs: number, zone: string): number {
  const parts: Record<string, number> = {};
  for (const { type, value } of formatOf(zone).formatToParts(epochMs)) parts[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute);
}

const minuteOf = (epochMs: number) => Math.floor(epochMs / minuteMs) * minuteMs;
const offsetMs = (epochMs: number, zone: string) => wallMs(epochMs, zone) - minuteOf(epochMs);
const inputValue = (epochMs: number) => new Date(epochMs).toISOString().slice(0, 16);

/** What the wall clock of a zone shows at an instant, as the value of an `<input type="datetime-local">`. */
export function wallClock(at: string, zone: string): string {
  return inputValue(wallMs(Date.parse(at), zone));
}

/**
 * The instants (ISO 8601, in UTC) at which the wall clock of a zone shows a local time, the earliest first. There is none
 * where the clock goes forward and skips the time, and there are two where it goes back and shows the time twice.
 * @param local the value of an `<input type="datetime-local">`
 */
export function instantsAt(local: string, zone: string): string[] {
  const wall = Date.parse(`${local}Z`);
  if (Number.isNaN(wall)) return [];
  // A clock changes at most once in two days: one of these is its offset before the change, the other the one after it.
  const offsets = new Set([offsetMs(wall - dayMs, zone), offsetMs(wall + dayMs, zone)]);
  return [...offsets]
    .map((offset) => wall - offset)
    .filter((epochMs) => wallMs(epochMs, zone) === wall)
    .toSorted((one, other) => one - other)
    .map((epochMs) => new Date(epochMs).toISOString());
}

/** The local time that a clock which skips `local` shows in its place: later by the length of the gap. */
export function afterGap(local: string, zone: string): string {
  const wall = Date.parse(`${local}Z`);
  return inputValue(wallMs(wall - offsetMs(wall - dayMs, zone), zone));
}
