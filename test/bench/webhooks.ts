/**
 * Webhook deliveries through the local runtime, from the storing of an event to the receiver: `npm run bench:webhooks`.
 * Open loop: events are due at fixed times, and a late one is measured from when it was due. A run is void, and ends
 * with 1, unless every delivery is accounted for by id.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { stopParts } from "./webhooks/bench-process.ts";
import { type Costs, costsOf } from "./webhooks/costs.ts";
import { faultsOf } from "./webhooks/delivery-counts.ts";
import { hang, prepareQuick, storeMany } from "./webhooks/isolation.ts";
import type { OfferedEvent } from "./webhooks/load.ts";
import { BENCH_USAGE, type BenchOptions, parseBenchOptions } from "./webhooks/options.ts";
import { measure, type Phase, warmUp } from "./webhooks/phase.ts";
import { type Isolation, printReport, type Report } from "./webhooks/report.ts";
import { openStage, type Stage } from "./webhooks/setup.ts";
import type { Subscriber } from "./webhooks/subscribers.ts";

/** Within this time what follows from a delivery's success is asked of the engines. */
const settleMs = 1_500;

const folders: string[] = [];
let isInterrupted = false;

async function cleanUp(): Promise<void> {
  await stopParts();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
  process.once(signal, () => {
    isInterrupted = true;
    void cleanUp().finally(() => process.exit(130));
  });

async function onStage<Result>(
  options: BenchOptions,
  count: boolean,
  act: (stage: Stage) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), "content-pipeline-bench-"));
  folders.push(folder);
  const stage = await openStage(folder, options, { count });
  try {
    return await act(stage);
  } finally {
    stage.close();
    await cleanUp();
  }
}

function timed(options: BenchOptions): Promise<Omit<Report, "costs">> {
  return onStage(options, false, async (stage) => {
    console.error("Warming up …");
    const warm = await warmUp(stage, options.rate);
    console.error(`Measuring for ${options.seconds} s …`);
    const { phase: measured, events } = await measure(stage, options, warm);
    const isolation =
      options.hanging === 0 ? null : await isolated(stage, options, measured, [...warm, ...events]);
    const phases = [measured, isolation?.whileAnswering ?? null, isolation?.whileHanging ?? null];
    const faults = phases.flatMap((phase) => (phase === null ? [] : faultsOf(phase.account)));
    return { options, measured, isolation, faults };
  });
}

/** The same load while many deliveries wait for one endpoint that never answers, or come at once for one that ceases to. */
async function isolated(
  stage: Stage,
  options: BenchOptions,
  before: Phase,
  earlier: readonly OfferedEvent[],
): Promise<Isolation> {
  const known = [...earlier];
  const measureMore = async (burst: Subscriber | null) => {
    console.error(`Measuring for ${options.seconds} s …`);
    const [measured] = await Promise.all([
      measure(stage, options, known),
      burst !== null && storeMany(stage, burst, options.hanging),
    ]);
    known.push(...measured.events);
    return measured;
  };
  let whileAnswering: Phase | null = null;
  let turning: Subscriber | null = null;
  if (options.suddenly) {
    console.error(`Giving ${options.hanging} deliveries at once to an endpoint that answers …`);
    ({ phase: whileAnswering } = await measureMore(await prepareQuick(stage, "answer")));
    console.error(`Giving ${options.hanging} deliveries at once to an endpoint that ceases to answer …`);
    turning = await prepareQuick(stage, "turn");
  } else {
    console.error(`Giving ${options.hanging} deliveries to an endpoint that never answers …`);
    await hang(stage, options.hanging);
  }
  const { phase: whileHanging, hangingAttempts } = await measureMore(turning);
  return {
    waiting: options.hanging,
    hangingAttempts,
    whileAnswering,
    whileHanging,
    p95Ratio: p95Ratio(whileHanging, before),
    p95RatioToAnswering: whileAnswering === null ? null : p95Ratio(whileHanging, whileAnswering),
  };
}

function p95Ratio(one: Phase, other: Phase): number | null {
  const [above, below] = [one.storedToReceivedMs.p95, other.storedToReceivedMs.p95];
  return above === null || below === null ? null : above / below;
}

function counted(options: BenchOptions): Promise<{ costs: Costs; faults: string[] }> {
  return onStage(options, true, async (stage) => {
    console.error(`Counting for ${options.countSeconds} s …`);
    const warm = await warmUp(stage, options.rate);
    await sleep(settleMs);
    await stage.service.ask("bills");
    const load = { rate: options.rate, seconds: options.countSeconds };
    const { phase } = await measure(stage, load, warm);
    const { account } = phase;
    const costs = costsOf(await stage.service.ask("bills"), {
      deliveries: account.stored,
      rate: options.rate,
    });
    return { costs, faults: faultsOf(account).map((fault) => `the second pass: ${fault}`) };
  });
}

try {
  const options = parseBenchOptions(process.argv.slice(2));
  if (options === "help") {
    console.log(BENCH_USAGE);
  } else {
    const first = await timed(options);
    const second = options.countSeconds === 0 ? null : await counted(options);
    const report: Report = {
      ...first,
      costs: second?.costs ?? null,
      faults: [...first.faults, ...(second?.faults ?? [])],
    };
    printReport(report);
    const json = JSON.stringify(report, null, 2);
    if (options.json === "-") console.log(json);
    else if (options.json !== null) writeFileSync(options.json, `${json}\n`);
    process.exitCode = report.faults.length === 0 ? 0 : 1;
  }
} catch (error) {
  if (!isInterrupted) console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
} finally {
  await cleanUp();
}
