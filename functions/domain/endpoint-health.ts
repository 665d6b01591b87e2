import { dayMs, isoTime, secondMs } from "./time.ts";

/** How fast an endpoint answered lately: it decides which queue its deliveries wait in. */
type Pace = "unknown" | "quick" | "slow";

/** What is known of a subscription's endpoint from its answers. */
export interface EndpointHealth {
  status: "active" | "disabled";
  disabledReason: "requested" | "failing" | null;
  /** The first failure since the last success; null when the last attempt succeeded, or none was made. */
  failingSince: string | null;
  pace: Pace;
}

export const newEndpoint: EndpointHealth = {
  status: "active",
  disabledReason: null,
  failingSince: null,
  pace: "unknown",
};

/** An endpoint that fails every attempt for so long is given up (contract, section 5). */
const disabledAfterMs = 5 * dayMs;

/** An endpoint is quick from an attempt that ends within the first, and slow from one that takes longer than the second. */
const quickWithinMs = 500;
export const slowAfterMs = secondMs;

/** A wait for a slow endpoint grows with what has been waited, within these bounds. */
const waitMs = { least: 30 * secondMs, most: 300 * secondMs };
/** Messages come back together at such times: a worker that has its turn then finds as many as it may take. */
const comeBackEveryMs = 10 * secondMs;

/**
 * When a delivery that found its endpoint busy tries again: soon where the first answer is still to come, which may
 * prove the endpoint quick; later where thousands may be waiting.
 * @param chance from 0 to 1: spreads those that were turned away together
 */
export function comesBackAtMs(
  { pace }: Pick<EndpointHealth, "pace">,
  { waitingSinceMs, nowMs, chance }: { waitingSinceMs: number; nowMs: number; chance: number },
): number {
  if (pace === "unknown") return nowMs + secondMs * (1 + chance);
  const shareMs = (nowMs - waitingSinceMs) / 2;
  const atMs = nowMs + Math.min(waitMs.most, Math.max(waitMs.least, shareMs) * (1 + chance));
  return Math.ceil(atMs / comeBackEveryMs) * comeBackEveryMs;
}

/** What an attempt tells of its endpoint: only what differs from what is known. */
export function healthAfter(
  known: EndpointHealth,
  { succeeded, latencyMs }: { succeeded: boolean; latencyMs: number },
  nowMs: number,
): Partial<EndpointHealth> {
  const pace = latencyMs > slowAfterMs ? "slow" : latencyMs < quickWithinMs ? "quick" : known.pace;
  return { ...(pace !== known.pace && { pace }), ...failuresAfter(known, succeeded, nowMs) };
}

function failuresAfter(
  { failingSince }: EndpointHealth,
  succeeded: boolean,
  nowMs: number,
): Partial<EndpointHealth> {
  if (succeeded) return failingSince === null ? {} : { failingSince: null };
  if (failingSince === null) return { failingSince: isoTime(nowMs) };
  const isGivenUp = nowMs - Date.parse(failingSince) >= disabledAfterMs;
  return isGivenUp ? { status: "disabled", disabledReason: "failing" } : {};
}

/** What follows from a client's change: what is known of an endpoint ends with its URL, and with enabling it. */
export function healthAfterChange({
  url,
  status,
}: {
  url?: string | undefined;
  status?: EndpointHealth["status"] | undefined;
}): Partial<Omit<EndpointHealth, "status">> {
  return {
    ...(url !== undefined && { pace: newEndpoint.pace, failingSince: null }),
    ...(status === "active" && { disabledReason: null, failingSince: null }),
    ...(status === "disabled" && { disabledReason: "requested" as const }),
  };
}
