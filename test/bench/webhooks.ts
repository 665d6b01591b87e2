/**
 * Measures webhook deliveries through the local runtime, from storing an event to the receiver:
 * `npm run bench:webhooks`. The load is an open loop: events are due at fixed times, and a late event is measured from
 * its due time. A run is invalid, and exits with 1, if any delivery is lost, repeated or unexpected, checked by id.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { writeJson } from "./json-report.ts";
import { cleanUpBench, newBenchFolder, runBench } from "./run-bench.ts";
import { type Costs, costsOf, tableCosts } from "./webhooks/costs.ts";
import { problemsOf } from "./webhooks/delivery-counts.ts";
import { fillHangingEndpoint, prepareQuick, storeMany } from "./webhooks/isolation.ts";
import type { OfferedEvent } from "./webhooks/load.ts";
import { type BenchOptions, benchUsage, parseBenchOptions } from "./webhooks/options.ts";
import { measure, type Phase, warmUp } from "./webhooks/phase.ts";
import { type Isolation, printReport, type Report } from "./webhooks/report.ts";
import { type BenchSetup, openSetup } from "./webhooks/setup.ts";
import type { Subscriber } from "./webhooks/subscribers.ts";

/** The calls that follow a successful delivery are made within this time. */
const callsAfterDeliveryMs = 1_500;

async function withSetup<Result>(
  options: BenchOptions,
  count: boolean,
  act: (setup: BenchSetup) => Promise<Result>,
): Promise<Result> {
  const folder = newBenchFolder({ inMemory: !options.disk });
  console.error(`Starting the service with its state in ${folder} …`);
  const setup = await openSetup(folder, options, { count });
  try {
    return await act(setup);
  } finally {
    setup.close();
    await cleanUpBench();
  }
}

function measureTimes(options: BenchOptions): Promise<Omit<Report, "costs">> {
  return withSetup(options, false, async (setup) => {
    console.error("Warming up …");
    const warm = await warmUp(setup, options.rate);
    console.error(`Measuring for ${options.seconds} s …`);
    const { phase: measured, events } = await measure(setup, options, warm);
    const isolation =
      options.hanging === 0 ? null : await measureIsolation(setup, options, measured, [...warm, ...events]);
    const phases = [measured, isolation?.whileResponding ?? null, isolation?.whileHanging ?? null];
    const problems = phases.flatMap((phase) => (phase === null ? [] : problemsOf(phase.counts)));
    return { options, measured, isolation, problems };
  });
}

/**
 * Measures the same load while many deliveries wait for an endpoint that never responds, or come at once for one that
 * stops responding.
 */
async function measureIsolation(
  setup: BenchSetup,
  options: BenchOptions,
  before: Phase,
  earlier: readonly OfferedEvent[],
): Promise<Isolation> {
  const known = [...earlier];
  const measureMore = async (burst: Subscriber | null) => {
    console.error(`Measuring for ${options.seconds} s …`);
    const [measured] = await Promise.all([
      measure(setup, options, known),
      burst !== null && storeMany(setup, burst, options.hanging),
    ]);
    known.push(...measured.events);
    return measured;
  };
  let whileResponding: Phase | null = null;
  let stopping: Subscriber | null = null;
  if (options.suddenly) {
    console.error(`Storing ${options.hanging} deliveries at once to an endpoint that responds …`);
    ({ phase: whileResponding } = await measureMore(await prepareQuick(setup, "respond")));
    console.error(`Storing ${options.hanging} deliveries at once to an endpoint that stops responding …`);
    stopping = await prepareQuick(setup, "stop");
  } else {
    console.error(`Storing ${options.hanging} deliveries to an endpoint that never responds …`);
    await fillHangingEndpoint(setup, options.hanging);
  }
  const { phase: whileHanging, hangingAttempts } = await measureMore(stopping);
  return {
    waiting: options.hanging,
    hangingAttempts,
    whileResponding,
    whileHanging,
    p95Ratio: p95Ratio(whileHanging, before),
    p95RatioToResponding: whileResponding === null ? null : p95Ratio(whileHanging, whileResponding),
  };
}

function p95Ratio(one: Phase, other: Phase): number | null {
  const [above, below] = [one.storedToReceivedMs.p95, other.storedToReceivedMs.p95];
  return above === null || below === null ? null : above / below;
}

function measureCosts(options: BenchOptions): Promise<{ costs: Costs; problems: string[] }> {
  return withSetup(options, true, async (setup) => {
    console.error(`Counting for ${options.countSeconds} s …`);
    const warm = await warmUp(setup, options.rate);
    await sleep(callsAfterDeliveryMs);
    await setup.service.request("counts");
    const change = await countChanges(setup, options.perEvent);
    const load = { rate: options.rate, seconds: options.countSeconds };
    const { phase } = await measure(setup, load, warm);
    const { counts } = phase;
    const costs = costsOf(await setup.service.request("counts"), change, {
      deliveries: counts.stored,
      rate: options.rate,
    });
    return { costs, problems: problemsOf(counts).map((problem) => `the second pass: ${problem}`) };
  });
}

/** Enough for an average. */
const countedChanges = 50;

/** Counts what the changes cost when they are stored without events. */
async function countChanges({ service, subscribers, storeChange }: BenchSetup, perEvent: number) {
  for (let index = 0; index < countedChanges; index += 1) {
    const subscriber = subscribers[index % subscribers.length];
    if (subscriber !== undefined) await storeChange(subscriber);
  }
  const { storing } = await service.request("counts");
  return tableCosts(storing, countedChanges * perEvent);
}

await runBench(parseBenchOptions, benchUsage, async (options) => {
  const first = await measureTimes(options);
  const second = options.countSeconds === 0 ? null : await measureCosts(options);
  const report: Report = {
    ...first,
    costs: second?.costs ?? null,
    problems: [...first.problems, ...(second?.problems ?? [])],
  };
  printReport(report);
  writeJson(report, options.json);
  return report.problems.length === 0;
});
