export const secondMs = 1_000;
export const minuteMs = 60 * secondMs;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;
export const weekMs = 7 * dayMs;

/** ISO 8601 in UTC with milliseconds: the format of every timestamp in JSON and in the table (contract, section 2). */
export function isoTime(epochMs: number): string {
  return new Date(epochMs).toISOString();
}

/** Whether a name is an IANA time zone, such as "Europe/Zurich" or "UTC". An offset such as "+02:00" is not. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/**
 * The time of a change. It is later than the change before, so that each state of a resource has its own `updatedAt`.
 */
export function changeTime(known: { updatedAt: string }, nowMs: number): string {
  return isoTime(Math.max(nowMs, Date.parse(known.updatedAt) + 1));
}
