import { dayMs, isoTime, secondMs } from "./time.ts";

/**
 * How fast an endpoint answered lately: it decides which queue its deliveries wait in. A pausing one, quick or
 * new until then, is being waited for; a slow one takes its time and answers; a hanging one was waited for in vain.
 */
type Pace = "unknown" | "quick" | "pausing" | "slow" | "hanging";

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

/** An attempt that takes longer proves its endpoint slow, and every other one proves it quick. */
export const slowAfterMs = secondMs;

const answering = { leastMs: secondMs, mostMs: 15 * secondMs };
/** How long a delivery that found its endpoint busy waits: half of what it has waited already, within bounds. */
const waits: Readonly<Record<Pace, { leastMs: number; mostMs: number }>> = {
  unknown: answering,
  quick: answering,
  slow: answering,
  // Most pauses are over by then, and what hangs is known to.
  pausing: { leastMs: 4 * secondMs, mostMs: 15 * secondMs },
  hanging: { leastMs: 30 * secondMs, mostMs: 150 * secondMs },
};

/** What waits for a hanging endpoint comes back in groups: a worker's turn serves as many as come in its batch. */
const hangingGridMs = 5 * secondMs;

/** How many workers may be busy with an endpoint that is not quick: few, unless it answers or did so a moment ago. */
export function permitsFor({ pace }: Pick<EndpointHealth, "pace">): number {
  return pace === "slow" || pace === "pausing" ? 8 : 2;
}

/**
 * When a delivery that found its endpoint busy tries again: later where thousands may be waiting in vain.
 * @param chance from 0 to 1: spreads those that were turned away together
 */
export function retryAfterBusyAtMs(
  { pace }: Pick<EndpointHealth, "pace">,
  { waitingSinceMs, nowMs, chance }: { waitingSinceMs: number; nowMs: number; chance: number },
): number {
  const { leastMs, mostMs } = waits[pace];
  const shareMs = Math.min(mostMs, Math.max(leastMs, (nowMs - waitingSinceMs) / 2));
  const atMs = nowMs + shareMs * (1 + chance);
  return pace === "hanging" ? Math.ceil(atMs / hangingGridMs) * hangingGridMs : atMs;
}

/**
 * What an attempt tells of its endpoint: only what differs from what is known.
 * @param tookMs all that the attempt kept its worker busy, from the look-up of the name to the end of the answer
 */
export function healthAfter(
  known: EndpointHealth,
  { succeeded, tookMs }: { succeeded: boolean; tookMs: number },
  nowMs: number,
): Partial<EndpointHealth> {
  const pace = tookMs <= slowAfterMs ? "quick" : succeeded ? "slow" : "hanging";
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
    ...(status === "active" && { pace: newEndpoint.pace, disabledReason: null, failingSince: null }),
    ...(status === "disabled" && { disabledReason: "requested" as const }),
  };
}
