const locale = "en-GB";
const formats = new Map<string, Intl.DateTimeFormat>();

function format(zone: string | undefined, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${zone} ${JSON.stringify(options)}`;
  let found = formats.get(key);
  if (found === undefined) {
    found = new Intl.DateTimeFormat(locale, {
      ...options,
      ...(zone === undefined ? {} : { timeZone: zone }),
    });
    formats.set(key, found);
  }
  return found;
}

/** "Mon 23 Nov 2026, 14:05 CET", in the zone, or in the browser's without one. */
export function formatTime(at: string, zone: string | undefined): string {
  return format(zone, {
    weekday: "short",
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    timeZoneName: "short",
  }).format(new Date(at));
}

const relative = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
const units = [
  { unit: "day", ms: 86_400_000 },
  { unit: "hour", ms: 3_600_000 },
  { unit: "minute", ms: 60_000 },
] as const;

/** "in 5 minutes", "yesterday", "just now". */
export function relativeTime(at: string, nowMs: number): string {
  const distanceMs = Date.parse(at) - nowMs;
  for (const { unit, ms } of units)
    if (Math.abs(distanceMs) >= ms) return relative.format(Math.trunc(distanceMs / ms), unit);
  return distanceMs > 10_000 ? "in less than a minute" : "just now";
}
