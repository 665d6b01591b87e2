import type { OfferedEvent } from "./load.ts";
import type { Arrival } from "./receiver.ts";

/** What became of the deliveries of a phase, counted by event id and endpoint. */
export interface Account {
  /** Those that follow from the events stored. */
  stored: number;
  /** Came before the end. */
  received: number;
  /** Were still on their way at the end: they came after it. */
  cutOff: number;
  deadLettered: number;
  /** None of these, although it was waited for. */
  lost: number;
  /** Came once more. */
  duplicates: number;
  /** Came though nobody had stored them. */
  unexpected: number;
  badSignatures: number;
}

/** One event on its way to one endpoint. */
export function pairOf(eventId: string, endpoint: number): string {
  return `${eventId} ${endpoint}`;
}

/** What a phase's events must become: each pair with its event. */
export function expectedPairs(events: readonly OfferedEvent[]): Map<string, OfferedEvent> {
  return new Map(
    events.flatMap((event) =>
      event.subscriber.endpoints.map(({ number }) => [pairOf(event.eventId, number), event] as const),
    ),
  );
}

/** Counts. `arrivals` are all that came, those of earlier phases' events left out; `endedMs` is when the phase ended. */
export function accountOf(
  expected: ReadonlyMap<string, OfferedEvent>,
  arrivals: readonly Arrival[],
  { endedMs, deadLettered }: { endedMs: number; deadLettered: ReadonlySet<string> },
): Account {
  const first = new Map<string, Arrival>();
  let duplicates = 0;
  let unexpected = 0;
  for (const arrival of arrivals) {
    const pair = pairOf(arrival.eventId, arrival.endpoint);
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
    cutOff: first.size - received,
    deadLettered: found,
    lost: missing.length - found,
    duplicates,
    unexpected,
    badSignatures: arrivals.filter(({ verified }) => verified === false).length,
  };
}

/** Why a phase proves nothing; empty when it does. */
export function faultsOf(account: Account): string[] {
  const { stored, received, deadLettered, cutOff, lost, duplicates, unexpected, badSignatures } = account;
  const sum = `${stored} stored, ${received} received + ${deadLettered} dead-lettered + ${cutOff} cut off`;
  return [
    ...(lost > 0 ? [`${lost} deliveries neither came nor stand as dead letters: ${sum}`] : []),
    ...(duplicates > 0 ? [`${duplicates} deliveries came twice though nothing failed`] : []),
    ...(unexpected > 0 ? [`${unexpected} deliveries came of events that nobody stored`] : []),
    ...(badSignatures > 0 ? [`${badSignatures} signatures are wrong`] : []),
  ];
}
