import { setTimeout as sleep } from "node:timers/promises";
import { expect, it, onTestFinished, vi } from "vitest";
import { expectNothingLost } from "../support/faults/expect-nothing-lost.ts";
import type { FaultyService } from "../support/faults/faulty-service.ts";
import { newOrganization, storeEvent, subscribe } from "../support/faults/fixtures.ts";
import type { Arrival } from "../support/faults/receiver.ts";
import { seeded, seedOfRun } from "../support/faults/seeded-random.ts";
import { openFaultSetup } from "../support/faults/setup.ts";

const rounds = Number(process.env.FAULT_ROUNDS ?? 1);
const kills = 3 * rounds;
/** Events between two kills: a busy machine handles them in some seconds. */
const eventsPerKillMax = 40;
/** At this speed a lease of twenty seconds is longer than an attempt on a busy machine. */
const speed = 8;

it(
  "a service that is repeatedly killed with SIGKILL under load loses no event and skips no attempt",
  async () => {
    const seed = seedOfRun();
    const random = seeded(seed);
    console.log(`kills under load: FAULT_SEED=${seed}`);
    const setup = await openFaultSetup();
    onTestFinished(setup.close);
    let service = await setup.start(speed);
    const { arrivals, urlOf } = setup.receiver;
    const organizationId = await newOrganization(service);
    const behaviours = [{ fails: 0 }, { fails: 2 }, { fails: 0, delayMs: 200 }];
    const webhooks = await Promise.all(
      behaviours.map((one) => subscribe(service, organizationId, urlOf(one))),
    );
    const events: string[] = [];
    const killTimes: { fromMs: number; toMs: number }[] = [];
    /** Stores events until the service is killed. Counts only events whose write was acknowledged. */
    const load = async (running: FaultyService, signal: AbortSignal) => {
      for (let count = 0; count < eventsPerKillMax / 2 && !signal.aborted; count += 1) {
        const stored = await storeEvent(running, organizationId).catch(() => null);
        if (stored !== null) events.push(stored);
        await sleep(40);
      }
    };
    for (let kill = 0; kill < kills; kill += 1) {
      const killed = new AbortController();
      const loading = Promise.all([load(service, killed.signal), load(service, killed.signal)]);
      // The kill comes while deliveries are sent, not while functions are loading.
      const before = arrivals.length;
      await vi.waitFor(() => expect(arrivals.length).toBeGreaterThan(before + 5), {
        timeout: 30_000,
        interval: 10,
      });
      await sleep(800 * random());
      const fromMs = performance.now();
      await service.kill();
      killed.abort();
      await loading;
      // Requests that the service sent before the kill have arrived by now.
      killTimes.push({ fromMs, toMs: performance.now() });
      service = await setup.start(speed);
    }

    const counts = await expectNothingLost(
      service.table,
      { webhooks, events, arrivals },
      { withinMs: 120_000 },
    );
    expect(events.length).toBeGreaterThan(kills);
    // A request is repeated only when a kill came between the request and its record.
    const unexplained = repeatedOf(arrivals).filter(
      ([first, again]) => !killTimes.some(({ fromMs, toMs }) => first.atMs <= toMs && fromMs <= again.atMs),
    );
    expect(unexplained, "requests that were repeated without a kill: a lease ended too early").toEqual([]);
    console.log(
      `kills under load: ${kills} kills, ${events.length} events, ${counts.deliveries} deliveries, ${arrivals.length} requests, ${counts.repeats} repeated, ${counts.deadLetters} dead letters`,
    );
  },
  240_000 * rounds,
);

/** Returns each request that was repeated, with its repetition. */
function repeatedOf(arrivals: readonly Arrival[]): [Arrival, Arrival][] {
  const byAttempt = Map.groupBy(arrivals, ({ delivery, attempt }) => `${delivery} ${attempt}`);
  return [...byAttempt.values()].flatMap((group) =>
    group.flatMap((one, index): [Arrival, Arrival][] => {
      const next = group[index + 1];
      return next === undefined ? [] : [[one, next]];
    }),
  );
}
