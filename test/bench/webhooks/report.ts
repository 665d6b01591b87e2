import type { Costs } from "./costs.ts";
import type { BenchOptions } from "./options.ts";
import type { Phase } from "./phase.ts";
import type { PartName } from "./resource-usage.ts";

/** All figures of a run; what `--json` writes. */
export interface Report {
  options: BenchOptions;
  /** Why the run proves nothing; empty when it does. */
  faults: string[];
  measured: Phase;
  /** Of the second pass. */
  costs: Costs | null;
  isolation: Isolation | null;
}

/** The same load again while one endpoint never answers. */
export interface Isolation {
  waiting: number;
  /** Of those, how many attempts were begun while it was measured. */
  hangingAttempts: number;
  /** While as many came at once for an endpoint that answers: what the load does by itself. Null when none came at once. */
  whileAnswering: Phase | null;
  whileHanging: Phase;
  /** p95 of stored to received, while hanging over before; null when nothing came. */
  p95Ratio: number | null;
  /** The same over while answering. */
  p95RatioToAnswering: number | null;
}

/** A busier neighbourhood shows in the times. */
const othersMax = 0.2;

export function printReport({ options, measured, costs, isolation, faults }: Report): void {
  const { rate, seconds, endpoints, perEvent } = options;
  console.log(`\n${rate}/s for ${seconds} s to ${endpoints} endpoints, each event to ${perEvent}`);
  printPhase(measured);
  if (isolation !== null) {
    printIsolation(isolation);
  }
  if (costs !== null) printCosts(costs);
  for (const fault of faults) console.log(`VOID: ${fault}.`);
}

function printIsolation(isolation: Isolation): void {
  const { waiting, hangingAttempts, whileAnswering, whileHanging } = isolation;
  if (whileAnswering !== null) {
    console.log(`\nThe same while ${waiting} deliveries come at once for one more endpoint that answers`);
    printPhase(whileAnswering);
  }
  const how =
    whileAnswering === null ? "wait for one endpoint that never" : "come at once for one that ceases to";
  console.log(`\nThe same while ${waiting} deliveries ${how} answer${whileAnswering === null ? "s" : ""}`);
  printPhase(whileHanging);
  console.log(`It got ${hangingAttempts} attempts meanwhile.`);
  console.log(`p95 stored to received of the other endpoints: ${times(isolation.p95Ratio)}`);
  if (whileAnswering !== null)
    console.log(`… beside as many for one that answers: ${times(isolation.p95RatioToAnswering)}`);
}

function times(ratio: number | null): string {
  return ratio === null ? "none came" : `× ${ratio.toFixed(2)}`;
}

function printPhase({ account, perSecond, spent, ...lasted }: Phase): void {
  console.table({ deliveries: account });
  console.log(`${perSecond.toFixed(1)} deliveries a second achieved`);
  console.table({
    "t2 − t1, stored to received (ms)": lasted.storedToReceivedMs,
    "t2 − t0, due to received (ms)": lasted.dueToReceivedMs,
    "t1 − t0, due to stored (ms)": lasted.dueToStoredMs,
  });
  const { processorSeconds, othersProcessors, processors, peakMemoryMb } = spent;
  const perDelivery = (secondsOf: number) =>
    account.received === 0 ? null : Number(((secondsOf / account.received) * 1000).toFixed(2));
  const parts: PartName[] = ["runtime", "database", "receiver", "driver"];
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
  if (othersProcessors !== null)
    console.log(
      `Other processes kept ${othersProcessors.toFixed(2)} of the ${processors} processors busy meanwhile${othersProcessors > othersMax ? ": the times are not the service's alone" : ""}.`,
    );
}

function printCosts({ deliveries, rate, storing, after, sqsCalls }: Costs): void {
  const row = ({ writeUnits, readUnits, calls }: Costs["after"]) => ({
    "write units": round(writeUnits),
    "read units": round(readUnits),
    calls: round(calls),
  });
  console.log(
    `\nPer delivery, counted in a second pass of ${deliveries} at ${rate}/s through proxies, so that the times above are undisturbed`,
  );
  console.table({ "storing the event and its change": row(storing), "after it is stored": row(after) });
  console.table(
    Object.entries(after.byOperation).map(([operation, { calls, writeUnits, readUnits, inVain }]) => ({
      "after it is stored": operation,
      calls: round(calls / deliveries),
      "write units": round(writeUnits / deliveries),
      "read units": round(readUnits / deliveries),
      refused: inVain,
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
      "receives of nothing": round(emptyReceive),
    },
  });
  console.log(
    "Units are the engine's, with index writes and transactions' doubling; reading the stream is no read of the table and left out. On AWS, Lambda's pollers make the receives.",
  );
}

function round(value: number): number {
  return Number(value.toFixed(3));
}
