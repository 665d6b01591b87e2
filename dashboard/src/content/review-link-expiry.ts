/** How long a review link can be valid, in days. The API takes 30 at most. */
export const lifetimeDays = [1, 3, 7, 14, 30] as const;

const dayMs = 86_400_000;
/** The clock of the browser may be ahead of that of the service, which takes no time after 30 days. */
const clockToleranceMs = 10 * 60_000;

/** When a link that is made now expires. One of 30 days is some minutes shorter. */
export function expiryAfter(days: number, nowMs: number): string {
  const longest = 30 * dayMs - clockToleranceMs;
  return new Date(nowMs + Math.min(days * dayMs, longest)).toISOString();
}
