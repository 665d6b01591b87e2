/**
 * Kills the service three times with SIGKILL while it makes 100 deliveries a second, and starts it again: `npm run bench:kills`. Prints how soon it takes and delivers events again, and how many deliveries are lost or come twice.
 */
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { newBenchFolder, runBench } from "./run-bench.ts";
import { startBenchProcess } from "./webhooks/bench-process.ts";
import { countDeliveries, expectedPairs } from "./webhooks/delivery-counts.ts";
import type { OfferedEvent, Store } from "./webhooks/load.ts";
import { warmUp } from "./webhooks/phase.ts";
import { preciseNowMs } from "./webhooks/precise-now.ts";
import type { Arrival } from "./webhooks/receiver.ts";
import { type BenchSetup, openSetup } from "./webhooks/setup.ts";
import { openStore } from "./webhooks/store-event.ts";

const kills = 3;
const deliveriesPerSecond = 100;
const perEvent = 5;
/** Between a start and the next kill. */
const secondsBetween = 8;
/** A delivery that was leased by the killed service is attempted again when its lease has ended. */
const drainSecondsMax = 120;

const bars = { lost: 0, doubled: 10, takenAgainMs: 3_000 };

/** The load: events are stored at fixed times as long as the service takes them. */
interface Load {
  events: OfferedEvent[];
  stop: () => Promise<void>;
}

/** Stores events until it is stopped. Only those whose write was acknowledged count. */
function startLoad({ subscribers }: BenchSetup, store: () => Store): Load {
  const events: OfferedEvent[] = [];
  const stopping = new AbortController();
  const writes: Promise<void>[] = [];
  const storeOne = async (number: number) => {
    const subscriber = subscribers[number % subscribers.length];
    if (subscriber === undefined) return;
    const dueMs = preciseNowMs();
    const eventId = await store()(subscriber).catch(() => null);
    if (eventId !== null) events.push({ eventId, subscriber, dueMs, storedMs: preciseNowMs() });
  };
  const loop = async () => {
    for (let number = 0; !stopping.signal.aborted; number += 1) {
      writes.push(storeOne(number));
      await sleep((perEvent / deliveriesPerSecond) * 1000);
    }
  };
  const running = loop();
  return {
    events,
    async stop() {
      stopping.abort();
      await running;
      await Promise.all(writes);
    },
  };
}

interface Restart {
  readyMs: number;
  /** From the kill to the first event that was stored after it, and to the first delivery of such an event. */
  storedMs: number;
  deliveredMs: number;
}

async function measure(folder: string): Promise<boolean> {
  const setup = await openSetup(folder, { endpoints: 50, perEvent }, { count: false });
  await warmUp(setup, deliveriesPerSecond);
  await setup.take();
  let store = setup.store;
  let { pid } = setup.service;
  const load = startLoad(setup, () => store);
  const killed: { atMs: number; readyMs: number }[] = [];
  for (let kill = 0; kill < kills; kill += 1) {
    await sleep(secondsBetween * 1000);
    const atMs = preciseNowMs();
    process.kill(pid, "SIGKILL");
    const service = await startBenchProcess("service", [folder]);
    killed.push({ atMs, readyMs: preciseNowMs() - atMs });
    ({ pid } = service);
    store = openStore(service.ready).storeEvent;
  }
  await sleep(secondsBetween * 1000);
  await load.stop();
  const expected = expectedPairs(load.events);
  const arrivals: Arrival[] = [];
  const received = () => new Set(arrivals.map(({ eventId, endpoint }) => `${eventId} ${endpoint}`));
  const endMs = preciseNowMs() + drainSecondsMax * 1000;
  do {
    await sleep(1_000);
    arrivals.push(...(await setup.take()));
  } while ([...expected.keys()].some((pair) => !received().has(pair)) && preciseNowMs() < endMs);
  const restarts = killed.map((one) => restartOf(one, load.events, arrivals));
  const { stored, lost, duplicates } = countDeliveries(expected, arrivals, {
    endedMs: preciseNowMs(),
    deadLettered: new Set(),
  });
  setup.close();
  console.table(restarts);
  console.table({ deliveries: { stored, lost, doubled: duplicates } });
  return (
    lost <= bars.lost &&
    duplicates <= bars.doubled &&
    restarts.every(({ storedMs, deliveredMs }) => Math.max(storedMs, deliveredMs) <= bars.takenAgainMs)
  );
}

function restartOf(
  { atMs, readyMs }: { atMs: number; readyMs: number },
  events: readonly OfferedEvent[],
  arrivals: readonly Arrival[],
): Restart {
  const after = events.filter(({ dueMs }) => dueMs > atMs);
  const ids = new Set(after.map(({ eventId }) => eventId));
  const firstOf = (times: readonly number[]) => Math.round(Math.min(...times) - atMs);
  return {
    readyMs: Math.round(readyMs),
    storedMs: firstOf(after.map(({ storedMs }) => storedMs)),
    deliveredMs: firstOf(arrivals.filter(({ eventId }) => ids.has(eventId)).map((one) => one.atMs)),
  };
}

await runBench(
  () => ({}),
  "",
  () => measure(newBenchFolder()),
);
