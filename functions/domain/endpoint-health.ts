import { dayMs, isoTime, secondMs } from "./time.ts";

/**
 * How fast an endpoint responded lately. The pace decides in which queue the endpoint's deliveries wait.
 * - unknown: no attempt was made yet
 * - quick: the last attempt took at most one second
 * - pausing: an attempt takes or took longer, and the endpoint was quick before: one late response does not make it slow
 * - slow: the last attempt took longer and succeeded, and so did the one before, unless it was the first
 * - hanging: the last attempt took longer and failed, and the one before took longer too, unless it was the first
 */
export type Pace = "unknown" | "quick" | "pausing" | "slow" | "hanging";

/** What the outcomes of attempts have shown about a subscription's endpoint. */
export interface EndpointHealth {
  status: "active" | "disabled";
  disabledReason: "requested" | "failing" | null;
  /** The time of the first failure since the last success; null if the last attempt succeeded or none was made. */
  failingSince: string | null;
  pace: Pace;
}

export const newEndpoint: EndpointHealth = {
  status: "active",
  disabledReason: null,
  failingSince: null,
  pace: "unknown",
};

/** A subscription is disabled if every attempt fails for this time (contract, section 5). */
const disabledAfterMs = 5 * dayMs;

/** An endpoint is quick if its last attempt took at most this time. */
export const slowAfterMs = secondMs;

const respondingWait = { minMs: secondMs, maxMs: 15 * secondMs };
/** With the random factor of 1 to 2, a single late response delays the next delivery by a second at most. */
const pausingWait = { minMs: secondMs / 2, maxMs: 15 * secondMs };
/** The limits of how long a delivery waits before it tries a busy endpoint again. */
const waits: Readonly<Record<Pace, { minMs: number; maxMs: number }>> = {
  unknown: respondingWait,
  quick: respondingWait,
  slow: respondingWait,
  pausing: pausingWait,
  hanging: { minMs: 30 * secondMs, maxMs: 150 * secondMs },
};

/**
 * Deliveries to a hanging endpoint try again at multiples of this time. So they come in groups, and a worker can use
 * one permit for all that are in its batch.
 */
const hangingGridMs = 5 * secondMs;

/**
 * The number of permits of an endpoint that is not quick: how many workers may send to it at the same time. An endpoint
 * that responds, or did so until now, gets more.
 */
export function permitsFor({ pace }: Pick<EndpointHealth, "pace">): number {
  return pace === "slow" || pace === "pausing" ? 8 : 2;
}

/**
 * Returns when a delivery that found its endpoint busy tries again, in epoch milliseconds. It waits half of the time
 * that it has waited already, within limits, and longer for a hanging endpoint, for which thousands of deliveries may
 * wait.
 * @param chance a random number from 0 to 1: adds up to the same time again, to spread deliveries that found the
 *   endpoint busy at the same time
 */
export function retryAfterBusyAtMs(
  { pace }: Pick<EndpointHealth, "pace">,
  { waitingSinceMs, nowMs, chance }: { waitingSinceMs: number; nowMs: number; chance: number },
): number {
  const { minMs, maxMs } = waits[pace];
  const waitMs = Math.min(maxMs, Math.max(minMs, (nowMs - waitingSinceMs) / 2));
  const atMs = nowMs + waitMs * (1 + chance);
  return pace === "hanging" ? Math.ceil(atMs / hangingGridMs) * hangingGridMs : atMs;
}

/**
 * Returns what an attempt has changed in the health of its endpoint.
 * @param known the health when the attempt began: however many attempts one pause delays, they count as one late response
 * @param attempt `tookMs`: how long the endpoint took, from the DNS lookup to the end of the response; `recorded`: the pace
 *   that was recorded while the attempt ran
 */
export function healthAfter(
  known: EndpointHealth,
  { succeeded, tookMs, recorded = known.pace }: { succeeded: boolean; tookMs: number; recorded?: Pace },
  nowMs: number,
): Partial<EndpointHealth> {
  const pace = paceAfter(known.pace, succeeded, tookMs);
  return { ...(pace !== recorded && { pace }), ...failuresAfter(known, succeeded, nowMs) };
}

function paceAfter(before: Pace, succeeded: boolean, tookMs: number): Pace {
  if (tookMs <= slowAfterMs) return "quick";
  if (before === "quick") return "pausing";
  return succeeded ? "slow" : "hanging";
}

function failuresAfter(
  { failingSince }: EndpointHealth,
  succeeded: boolean,
  nowMs: number,
): Partial<EndpointHealth> {
  if (succeeded) return failingSince === null ? {} : { failingSince: null };
  if (failingSince === null) return { failingSince: isoTime(nowMs) };
  const isFailingTooLong = nowMs - Date.parse(failingSince) >= disabledAfterMs;
  return isFailingTooLong ? { status: "disabled", disabledReason: "failing" } : {};
}

/**
 * Returns what a client's change of a subscription changes in the health of its endpoint. A new URL and enabling the
 * subscription both reset it.
 */
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
