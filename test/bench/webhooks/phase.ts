import { setTimeout as sleep } from "node:timers/promises";
import { type Account, accountOf, expectedPairs, pairOf } from "./delivery-counts.ts";
import { type OfferedEvent, offer } from "./load.ts";
import { momentMs } from "./precise-now.ts";
import { type Quantiles, quantilesOf } from "./quantiles.ts";
import type { Arrival } from "./receiver.ts";
import { type Spent, startMeter } from "./resource-usage.ts";
import type { Stage } from "./setup.ts";
import { deadLetters } from "./subscribers.ts";

/** What offering a load for a while came to. */
export interface Phase {
  account: Account;
  /** Received, from when the first was due until the last came. */
  perSecond: number;
  /** t1 to t2: from when storing an event returned to its delivery's first byte at the receiver. */
  storedToReceivedMs: Quantiles;
  /** t0 to t2: from when the event was due. */
  dueToReceivedMs: Quantiles;
  /** t0 to t1. */
  dueToStoredMs: Quantiles;
  spent: Spent;
}

const waitMsMax = 30_000;
/** What is cut off by then is waited for only to tell it from what is lost: until nothing has come for so long. */
const quietMs = 15_000;
const afterMsMax = 120_000;
/** Within this time what came twice at once shows. */
const settleMs = 1_500;
const askEveryMs = 100;

/**
 * Offers a load, waits for what follows from it, and accounts for every delivery. Answers also with its events, which a
 * later phase must know for earlier ones, and with the attempts that an endpoint got that never answers.
 */
export async function measure(
  stage: Stage,
  load: { rate: number; seconds: number },
  earlier: readonly OfferedEvent[],
): Promise<{ phase: Phase; events: OfferedEvent[]; hangingAttempts: number }> {
  const meter = startMeter(stage);
  const events = await offer(stage.subscribers, { ...load, store: stage.store });
  const expected = expectedPairs(events);
  const ignored = expectedPairs(earlier);
  const collected = collector(stage, new Set(expected.keys()));
  await collected.until((_, sinceMs) => sinceMs > waitMsMax);
  const spent = meter.stop();
  const endedMs = momentMs();
  await collected.until((quietForMs, sinceMs) => quietForMs > quietMs || sinceMs > afterMsMax);
  await sleep(settleMs);
  await collected.take();
  const deadLettered = await deadLetteredOf(stage, collected.missing);
  const arrivals = collected.arrivals.filter(
    (one) => isOfStage(stage, one) && !ignored.has(pairOf(one.eventId, one.endpoint)),
  );
  return {
    phase: {
      ...timesOf(expected, arrivals),
      account: accountOf(expected, arrivals, { endedMs, deadLettered }),
      spent,
    },
    events,
    hangingAttempts: collected.arrivals.filter((one) => !isOfStage(stage, one)).length,
  };
}

/** Offers a load that is not measured, so that every thread is up and every path compiled. */
export async function warmUp(stage: Stage, rate: number): Promise<OfferedEvent[]> {
  const burst = await offer(stage.subscribers, { store: stage.store, rate: 400, seconds: 1 });
  const steady = await offer(stage.subscribers, {
    store: stage.store,
    rate: Math.min(rate, 100),
    seconds: 4,
  });
  const events = [...burst, ...steady];
  const collected = collector(stage, new Set(expectedPairs(events).keys()));
  await collected.until((_, sinceMs) => sinceMs > 2 * waitMsMax);
  if (collected.missing.size > 0)
    throw new Error(
      `the warm-up did not end: ${collected.missing.size} of its deliveries did not come within ${(2 * waitMsMax) / 1000} s.`,
    );
  return events;
}

function collector(stage: Stage, missing: Set<string>) {
  const arrivals: Arrival[] = [];
  let lastMs = momentMs();
  const take = async () => {
    for (const arrival of await stage.take()) {
      arrivals.push(arrival);
      if (missing.delete(pairOf(arrival.eventId, arrival.endpoint))) lastMs = momentMs();
    }
  };
  return {
    arrivals,
    missing,
    take,
    /** Takes what comes until all has come, or until it is enough. */
    async until(isEnough: (quietForMs: number, sinceMs: number) => boolean): Promise<void> {
      const startedMs = momentMs();
      lastMs = startedMs;
      for (;;) {
        await take();
        const nowMs = momentMs();
        if (missing.size === 0 || isEnough(nowMs - lastMs, nowMs - startedMs)) return;
        await sleep(askEveryMs);
      }
    },
  };
}

function isOfStage({ subscribers }: Stage, { endpoint }: Arrival): boolean {
  return subscribers.some(({ endpoints }) => endpoints.some(({ number }) => number === endpoint));
}

function timesOf(expected: ReadonlyMap<string, OfferedEvent>, arrivals: readonly Arrival[]) {
  const timed = arrivals.flatMap((arrival) => {
    const event = expected.get(pairOf(arrival.eventId, arrival.endpoint));
    return event === undefined ? [] : [{ ...event, atMs: arrival.atMs }];
  });
  const firstDueMs = Math.min(...timed.map(({ dueMs }) => dueMs));
  const lastAtMs = Math.max(...timed.map(({ atMs }) => atMs));
  return {
    perSecond: (timed.length / (lastAtMs - firstDueMs)) * 1000,
    storedToReceivedMs: quantilesOf(timed.map(({ atMs, storedMs }) => atMs - storedMs)),
    dueToReceivedMs: quantilesOf(timed.map(({ atMs, dueMs }) => atMs - dueMs)),
    dueToStoredMs: quantilesOf(timed.map(({ storedMs, dueMs }) => storedMs - dueMs)),
  };
}

async function deadLetteredOf(stage: Stage, missing: ReadonlySet<string>): Promise<Set<string>> {
  if (missing.size === 0) return new Set();
  const found = await Promise.all(
    stage.subscribers.map(async (subscriber) => {
      const numbers = new Map(subscriber.endpoints.map(({ url, number }) => [url, number]));
      const letters = await deadLetters(stage.client, subscriber);
      return letters.map(({ eventId, url }) => pairOf(eventId, numbers.get(url) ?? -1));
    }),
  );
  return new Set(found.flat());
}
