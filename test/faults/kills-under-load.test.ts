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
/** The load of each life of the service: as much as a busy machine does in some seconds. */
const eventsPerLifeMax = 40;
/** A claim of twenty seconds lasts longer than a busy machine takes for an attempt. */
const speed = 15;

it(
  "a service that is killed -9 under load, again and again, loses no event and skips no attempt",
  async () => {
    const seed = seedOfRun();
    const random = seeded(seed);
    console.log(`power cuts: FAULT_SEED=${seed}`);
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
    const cuts: { fromMs: number; toMs: number }[] = [];
    /** Stores events until the service is gone: those that it has acknowledged count. */
    const load = async (running: FaultyService, until: AbortSignal) => {
      for (let count = 0; count < eventsPerLifeMax / 2 && !until.aborted; count += 1) {
        const stored = await storeEvent(running, organizationId).catch(() => null);
        if (stored !== null) events.push(stored);
        await sleep(40);
      }
    };
    for (let kill = 0; kill < kills; kill += 1) {
      const gone = new AbortController();
      const loading = Promise.all([load(service, gone.signal), load(service, gone.signal)]);
      // Power is cut in the midst of it, not while the functions still load.
      const before = arrivals.length;
      await vi.waitFor(() => expect(arrivals.length).toBeGreaterThan(before + 5), {
        timeout: 30_000,
        interval: 10,
      });
      await sleep(800 * random());
      const fromMs = performance.now();
      await service.kill();
      gone.abort();
      await loading;
      // What it had sent until then has come in by now.
      cuts.push({ fromMs, toMs: performance.now() });
      service = await setup.start(speed);
    }

    const counts = await expectNothingLost(
      service.table,
      { webhooks, events, arrivals },
      { withinMs: 90_000 },
    );
    expect(events.length).toBeGreaterThan(kills);
    // A request is repeated only where a kill came between it and its record.
    const uncaused = repeatedOf(arrivals).filter(
      ([first, again]) => !cuts.some(({ fromMs, toMs }) => first.atMs <= toMs && fromMs <= again.atMs),
    );
    expect(uncaused).toEqual([]);
    console.log(
      `power cuts: ${kills} kills, ${events.length} events, ${counts.deliveries} deliveries, ${arrivals.length} requests, ${counts.repeats} repeated, ${counts.deadLetters} dead letters`,
    );
  },
  180_000 * rounds,
);

/** Each request that came again, with the one after it. */
function repeatedOf(arrivals: readonly Arrival[]): [Arrival, Arrival][] {
  const same = Map.groupBy(arrivals, ({ delivery, attempt }) => `${delivery} ${attempt}`);
  return [...same.values()].flatMap((group) =>
    group.flatMap((one, index): [Arrival, Arrival][] => {
      const next = group[index + 1];
      return next === undefined ? [] : [[one, next]];
    }),
  );
}
