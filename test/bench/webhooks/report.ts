import type { Costs } from "./costs.ts";
import type { BenchOptions } from "./options.ts";
import type { Phase } from "./phase.ts";
import type { ComponentName } from "./resource-usage.ts";

/** All results of a run, as `--json` writes them. */
export interface Report {
  options: BenchOptions;
  /** The reasons why the run is invalid; empty for a valid run. */
  problems: string[];
  measured: Phase;
  /** Of the second pass. */
  costs: Costs | null;
  isolation: Isolation | null;
}

/** The results of the same load while one endpoint never responds. */
export interface Isolation {
  /** Deliveries to the hanging endpoint. */
  waiting: number;
  /** Attempts that the hanging endpoint received during the measurement. */
  hangingAttempts: number;
  /**
   * While as many deliveries came at once for an endpoint that responds: the effect of the load alone. null without
   * `--suddenly`.
   */
  whileResponding: Phase | null;
  whileHanging: Phase;
  /** p95 of stored to received: while hanging ÷ before. null when nothing was received. */
  p95Ratio: number | null;
  /** The same: while hanging ÷ while responding. */
  p95RatioToResponding: number | null;
}

/** The times are not the service's alone when other processes use more processors than this. */
const processorsUsedByOthersMax = 0.2;

export function printReport({ options, measured, costs, isolation, problems }: Report): void {
  const { rate, seconds, endpoints, perEvent } = options;
  console.log(`\n${rate}/s for ${seconds} s to ${endpoints} endpoints, each event to ${perEvent}`);
  printPhase(measured);
  if (isolation !== null) {
    printIsolation(isolation);
  }
  if (costs !== null) printCosts(costs);
  for (const problem of problems) console.log(`INVALID: ${problem}.`);
}

function printIsolation(isolation: Isolation): void {
  const { waiting, hangingAttempts, whileResponding, whileHanging } = isolation;
  if (whileResponding !== null) {
    console.log(`\nThe same while ${waiting} deliveries come at once for one more endpoint that responds`);
    printPhase(whileResponding);
  }
  const endpoint =
    whileResponding === null
      ? "wait for one endpoint that never responds"
      : "come at once for one that stops responding";
  console.log(`\nThe same while ${waiting} deliveries ${endpoint}`);
  printPhase(whileHanging);
  console.log(`That endpoint received ${hangingAttempts} attempts during this time.`);
  console.log(`p95 stored to received of the other endpoints: ${ratioText(isolation.p95Ratio)}`);
  if (whileResponding !== null)
    console.log(
      `… compared with as many for one that responds: ${ratioText(isolation.p95RatioToResponding)}`,
    );
}

function ratioText(ratio: number | null): string {
  return ratio === null ? "none received" : `× ${ratio.toFixed(2)}`;
}

function printPhase({ counts, perSecond, usage, ...times }: Phase): void {
  console.table({ deliveries: counts });
  console.log(`${perSecond.toFixed(1)} deliveries a second achieved`);
  console.table({
    "t2 − t1, stored to received (ms)": times.storedToReceivedMs,
    "t2 − t0, due to received (ms)": times.dueToReceivedMs,
    "t1 − t0, due to stored (ms)": times.dueToStoredMs,
  });
  const { processorSeconds, processorsUsedByOthers, processors, peakMemoryMb } = usage;
  const perDelivery = (secondsOf: number) =>
    counts.received === 0 ? null : Number(((secondsOf / counts.received) * 1000).toFixed(2));
  const parts: ComponentName[] = ["runtime", "database", "receiver", "driver"];
  console.table(
    Object.fromEntries(
      parts.map((part) => [
        part,
        {
          "CPU s": processorSeconds === null ? null : Number(processorSeconds[part].toFixed(2)),
          "CPU ms per delivery": processorSeconds === null ? null : perDelivery(processorSeconds[part]),
          "peak RSS MB": peakMemoryMb[part],
        },
      ]),
    ),
  );
  if (processorsUsedByOthers !== null)
    console.log(
      `Other processes kept ${processorsUsedByOthers.toFixed(2)} of the ${processors} processors busy during this time${processorsUsedByOthers > processorsUsedByOthersMax ? ": the times are not the service's alone" : ""}.`,
    );
}

function printCosts({ deliveries, rate, storing, change, after, sqsCalls }: Costs): void {
  const row = ({ writeUnits, readUnits, calls }: Costs["after"]) => ({
    "write units": round(writeUnits),
    "read units": round(readUnits),
    calls: round(calls),
  });
  console.log(
    `\nPer delivery, counted in a second pass of ${deliveries} at ${rate}/s through proxies, so that counting does not affect the times above`,
  );
  console.table({
    "storing the event and its change": row(storing),
    "storing the change without an event": row(change),
    "after it is stored": row(after),
  });
  console.table(
    Object.entries(after.byOperation).map(([operation, { calls, writeUnits, readUnits, withoutEffect }]) => ({
      "after it is stored": operation,
      calls: round(calls / deliveries),
      "write units": round(writeUnits / deliveries),
      "read units": round(readUnits / deliveries),
      failed: withoutEffect,
    })),
  );
  const { send, receive, delete: deleted, other, emptyReceive } = sqsCalls;
  console.table({
    "SQS calls": {
      all: round(send + receive + deleted + other),
      send: round(send),
      receive: round(receive),
      delete: round(deleted),
      other: round(other),
      "receives without messages": round(emptyReceive),
    },
  });
  console.log(
    "The engine counts the units, with index writes and the double units of transactions. Stream reads are not table reads and are left out. On AWS, Lambda's pollers make the receives.",
  );
}

function round(value: number): number {
  return Number(value.toFixed(3));
}
