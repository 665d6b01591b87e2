export const secondMs = 1_000;
export const minuteMs = 60 * secondMs;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** ISO 8601 in UTC with milliseconds: every timestamp in JSON and in the table (contract, section 2). */
export function isoTime(epochMs: number): string {
  return new Date(epochMs).toISOString();
}

/** Whether the runtime knows the name as an IANA time zone ("Europe/Zurich", "UTC"); offsets ("+02:00") are none. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** The time of a change: later than the one before, so that it also tells one state of a thing from the next. */
export function changeTime(known: { updatedAt: string }, nowMs: number): string {
  return isoTime(Math.max(nowMs, Date.parse(known.updatedAt) + 1));
}
