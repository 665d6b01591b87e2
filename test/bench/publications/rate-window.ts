/** A limit of a platform: so many requests in any such time. */
export interface RateLimit {
  requests: number;
  withinMs: number;
}

/** Discord's documented limits of one webhook: https://discord.com/developers/docs/topics/rate-limits */
export const discordLimits: readonly RateLimit[] = [
  { requests: 5, withinMs: 2_000 },
  { requests: 30, withinMs: 60_000 },
];

/**
 * Returns a function that says whether a platform takes a request at a time. A request that it rejects counts for no limit.
 */
export function openRateWindow(limits: readonly RateLimit[]): (atMs: number) => boolean {
  const takenAtMs: number[] = [];
  return (atMs) => {
    const isTaken = limits.every(
      ({ requests, withinMs }) => takenAtMs.filter((one) => one > atMs - withinMs).length < requests,
    );
    if (isTaken) takenAtMs.push(atMs);
    return isTaken;
  };
}
