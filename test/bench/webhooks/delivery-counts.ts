import type { OfferedEvent } from "./load.ts";
import type { Arrival } from "./receiver.ts";

/** How the deliveries of a phase ended, counted by event id and endpoint. */
export interface DeliveryCounts {
  /** Deliveries that the stored events must cause. */
  stored: number;
  /** Received before the end of the phase. */
  received: number;
  /** Received after the end of the phase. */
  late: number;
  deadLettered: number;
  /** Not received within the waiting time, and not dead-lettered. */
  lost: number;
  /** Received again. */
  duplicates: number;
  /** Received, but not caused by a stored event. */
  unexpected: number;
  badSignatures: number;
}

/** Returns the key of one event's delivery to one endpoint. */
export function pairKey(eventId: string, endpoint: number): string {
  return `${eventId} ${endpoint}`;
}

/** Returns the deliveries that a phase's events must cause, by event and endpoint. */
export function expectedPairs(events: readonly OfferedEvent[]): Map<string, OfferedEvent> {
  return new Map(
    events.flatMap((event) =>
      event.subscriber.endpoints.map(({ number }) => [pairKey(event.eventId, number), event] as const),
    ),
  );
}

/**
 * Counts the deliveries of a phase. `arrivals` are all received deliveries except those of earlier phases' events;
 * `endedMs` is the end of the phase.
 */
export function countDeliveries(
  expected: ReadonlyMap<string, OfferedEvent>,
  arrivals: readonly Arrival[],
  { endedMs, deadLettered }: { endedMs: number; deadLettered: ReadonlySet<string> },
): DeliveryCounts {
  const first = new Map<string, Arrival>();
  let duplicates = 0;
  let unexpected = 0;
  for (const arrival of arrivals) {
    const pair = pairKey(arrival.eventId, arrival.endpoint);
    if (!expected.has(pair)) unexpected += 1;
    else if (first.has(pair)) duplicates += 1;
    else first.set(pair, arrival);
  }
  const received = [...first.values()].filter(({ atMs }) => atMs <= endedMs).length;
  const missing = [...expected.keys()].filter((pair) => !first.has(pair));
  const found = missing.filter((pair) => deadLettered.has(pair)).length;
  return {
    stored: expected.size,
    received,
    late: first.size - received,
    deadLettered: found,
    lost: missing.length - found,
    duplicates,
    unexpected,
    badSignatures: arrivals.filter(({ verified }) => verified === false).length,
  };
}

/** Returns the reasons why a phase is invalid; none for a valid phase. */
export function problemsOf(counts: DeliveryCounts): string[] {
  const { stored, received, deadLettered, late, lost, duplicates, unexpected, badSignatures } = counts;
  const sum = `${stored} stored, ${received} received + ${deadLettered} dead-lettered + ${late} late`;
  return [
    ...(lost > 0 ? [`${lost} deliveries were neither received nor dead-lettered: ${sum}`] : []),
    ...(duplicates > 0 ? [`${duplicates} deliveries were received twice although nothing failed`] : []),
    ...(unexpected > 0 ? [`${unexpected} deliveries were received of events that were not stored`] : []),
    ...(badSignatures > 0 ? [`${badSignatures} signatures are wrong`] : []),
  ];
}
