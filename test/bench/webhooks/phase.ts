import { setTimeout as sleep } from "node:timers/promises";
import { countDeliveries, type DeliveryCounts, expectedPairs, pairKey } from "./delivery-counts.ts";
import { type OfferedEvent, offer } from "./load.ts";
import { preciseNowMs } from "./precise-now.ts";
import { type Quantiles, quantilesOf } from "./quantiles.ts";
import type { Arrival } from "./receiver.ts";
import { type ResourceUsage, startMeter } from "./resource-usage.ts";
import type { BenchSetup } from "./setup.ts";
import { deadLetters } from "./subscribers.ts";

/** The results of offering a load for some time. */
export interface Phase {
  counts: DeliveryCounts;
  /** Received deliveries a second, from the first due time to the last arrival. */
  perSecond: number;
  /** t1 to t2: from the return of the write that stored an event to its delivery's first byte at the receiver. */
  storedToReceivedMs: Quantiles;
  /** t0 to t2: from the event's due time. */
  dueToReceivedMs: Quantiles;
  /** t0 to t1. */
  dueToStoredMs: Quantiles;
  usage: ResourceUsage;
}

const waitMsMax = 30_000;
/** Deliveries that are late then are waited for until none has come for this time, to distinguish late from lost. */
const quietMs = 15_000;
const afterMsMax = 120_000;
/** A duplicate of the last delivery arrives within this time. */
const duplicatesMs = 1_500;
const takeEveryMs = 100;

/**
 * Offers a load, waits for its deliveries, and counts every delivery. Also returns its events, which later phases must
 * ignore, and the number of attempts that a hanging endpoint received.
 */
export async function measure(
  setup: BenchSetup,
  load: { rate: number; seconds: number },
  earlier: readonly OfferedEvent[],
): Promise<{ phase: Phase; events: OfferedEvent[]; hangingAttempts: number }> {
  const meter = startMeter(setup);
  const events = await offer(setup.subscribers, { ...load, store: setup.store });
  const expected = expectedPairs(events);
  const ignored = expectedPairs(earlier);
  const collected = collector(setup, new Set(expected.keys()));
  await collected.until((_, sinceMs) => sinceMs > waitMsMax);
  const usage = meter.stop();
  const endedMs = preciseNowMs();
  await collected.until((quietForMs, sinceMs) => quietForMs > quietMs || sinceMs > afterMsMax);
  await sleep(duplicatesMs);
  await collected.take();
  const deadLettered = await deadLetteredOf(setup, collected.missing);
  const arrivals = collected.arrivals.filter(
    (one) => isSubscribed(setup, one) && !ignored.has(pairKey(one.eventId, one.endpoint)),
  );
  return {
    phase: {
      ...timesOf(expected, arrivals),
      counts: countDeliveries(expected, arrivals, { endedMs, deadLettered }),
      usage,
    },
    events,
    hangingAttempts: collected.arrivals.filter((one) => !isSubscribed(setup, one)).length,
  };
}

/**
 * A burst starts all threads. Calls that wait for them may take too long: then the sender leaves its messages to the relay
 * for ten seconds. The measured load begins after that.
 */
const steadySeconds = 12;

/** Offers a load that is not measured, so that all threads are started and all code is compiled. */
export async function warmUp(setup: BenchSetup, rate: number): Promise<OfferedEvent[]> {
  const burst = await offer(setup.subscribers, { store: setup.store, rate: 400, seconds: 1 });
  const steady = await offer(setup.subscribers, {
    store: setup.store,
    rate: Math.min(rate, 100),
    seconds: steadySeconds,
  });
  const events = [...burst, ...steady];
  const collected = collector(setup, new Set(expectedPairs(events).keys()));
  await collected.until((_, sinceMs) => sinceMs > 2 * waitMsMax);
  if (collected.missing.size > 0)
    throw new Error(
      `the warm-up did not end: ${collected.missing.size} of its deliveries were not received within ${(2 * waitMsMax) / 1000} s.`,
    );
  return events;
}

function collector(setup: BenchSetup, missing: Set<string>) {
  const arrivals: Arrival[] = [];
  let lastMs = preciseNowMs();
  const take = async () => {
    for (const arrival of await setup.take()) {
      arrivals.push(arrival);
      if (missing.delete(pairKey(arrival.eventId, arrival.endpoint))) lastMs = preciseNowMs();
    }
  };
  return {
    arrivals,
    missing,
    take,
    /** Takes arrivals until no delivery is missing or `isEnough` returns true. */
    async until(isEnough: (quietForMs: number, sinceMs: number) => boolean): Promise<void> {
      const startedMs = preciseNowMs();
      lastMs = startedMs;
      for (;;) {
        await take();
        const nowMs = preciseNowMs();
        if (missing.size === 0 || isEnough(nowMs - lastMs, nowMs - startedMs)) return;
        await sleep(takeEveryMs);
      }
    },
  };
}

function isSubscribed({ subscribers }: BenchSetup, { endpoint }: Arrival): boolean {
  return subscribers.some(({ endpoints }) => endpoints.some(({ number }) => number === endpoint));
}

function timesOf(expected: ReadonlyMap<string, OfferedEvent>, arrivals: readonly Arrival[]) {
  const arrivalTimes = arrivals.flatMap((arrival) => {
    const event = expected.get(pairKey(arrival.eventId, arrival.endpoint));
    return event === undefined ? [] : [{ ...event, atMs: arrival.atMs }];
  });
  const firstDueMs = Math.min(...arrivalTimes.map(({ dueMs }) => dueMs));
  const lastAtMs = Math.max(...arrivalTimes.map(({ atMs }) => atMs));
  return {
    perSecond: (arrivalTimes.length / (lastAtMs - firstDueMs)) * 1000,
    storedToReceivedMs: quantilesOf(arrivalTimes.map(({ atMs, storedMs }) => atMs - storedMs)),
    dueToReceivedMs: quantilesOf(arrivalTimes.map(({ atMs, dueMs }) => atMs - dueMs)),
    dueToStoredMs: quantilesOf(arrivalTimes.map(({ storedMs, dueMs }) => storedMs - dueMs)),
  };
}

async function deadLetteredOf(setup: BenchSetup, missing: ReadonlySet<string>): Promise<Set<string>> {
  if (missing.size === 0) return new Set();
  const found = await Promise.all(
    setup.subscribers.map(async (subscriber) => {
      const numbers = new Map(subscriber.endpoints.map(({ url, number }) => [url, number]));
      const letters = await deadLetters(setup.client, subscriber);
      return letters.map(({ eventId, url }) => pairKey(eventId, numbers.get(url) ?? -1));
    }),
  );
  return new Set(found.flat());
}
