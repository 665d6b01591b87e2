const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** Time zone names in feeds that RFC 822 does not have, in hours east of UTC. */
const zoneHours = new Map(
  Object.entries({
    est: -5,
    edt: -4,
    cst: -6,
    cdt: -5,
    mst: -7,
    mdt: -6,
    pst: -8,
    pdt: -7,
    west: 1,
    bst: 1,
    cet: 1,
    cest: 2,
    eet: 2,
    eest: 3,
    msk: 3,
    jst: 9,
    kst: 9,
  }),
);

const rfc822 =
  /^(?:[a-z]{2,9}\.?,?\s+)?(\d{1,2})[\s-]([a-z]{3})[a-z]*\.?[\s-](\d{4}|\d{2})(?:,?\s+(\d{1,2}):(\d{2})(?::(\d{2}))?(?:\.\d+)?)?\s*([a-z]{1,5}|[+-]\d{2}:?\d{2})?$/i;
const iso8601 =
  /^(\d{4})-(\d{2})-(\d{2})(?:[t\s]\s*(\d{2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?)?\s*(z|utc|gmt|[+-]\d{2}:?\d{2})?$/i;

/**
 * Parses a date of a feed (RFC 822 or ISO 8601, with the deviations that feeds have); null when it is no date. `Date.parse`
 * would read "Episode 5" as a day in May, and use the machine's time zone for a date without one.
 */
export function parseFeedDateMs(text: string): number | null {
  const value = text.replaceAll(/\s+/g, " ").trim().slice(0, 60);
  const [, year, month, day, ...isoTime] = iso8601.exec(value) ?? [];
  if (year !== undefined) return toMs(Number(year), Number(month) - 1, Number(day), isoTime);
  const [, date, name = "", years = "", ...time] = rfc822.exec(value) ?? [];
  if (date === undefined) return null;
  const fullYear = years.length === 2 ? 2000 + Number(years) : Number(years);
  return toMs(fullYear, months.indexOf(name.toLowerCase()), Number(date), time);
}

function toMs(year: number, month: number, day: number, time: (string | undefined)[]): number | null {
  const [hour = 0, minute = 0, second = 0] = time.slice(0, 3).map((part) => Number(part ?? 0));
  const dayMs = Date.UTC(year, month, day);
  // Reject a month of -1 or the 31st of June: Date would silently use another day.
  if (month < 0 || new Date(dayMs).getUTCDate() !== day || new Date(dayMs).getUTCMonth() !== month)
    return null;
  if (hour > 24 || minute > 59 || second > 60) return null;
  return dayMs + ((hour * 60 + minute - zoneMinutes(time[3] ?? "")) * 60 + second) * 1000;
}

/** Minutes east of UTC; 0 for an unknown time zone. */
function zoneMinutes(zone: string): number {
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})$/.exec(zone) ?? [];
  if (sign === undefined) return (zoneHours.get(zone.toLowerCase()) ?? 0) * 60;
  return (Number(hours) * 60 + Number(minutes)) * (sign === "-" ? -1 : 1);
}
