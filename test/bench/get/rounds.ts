import { setTimeout as sleep } from "node:timers/promises";
import type { PagesSetup } from "../pages/setup.ts";
import { type ProcessorTime, processorTime } from "../webhooks/processor-time.ts";
import { quantilesOf } from "../webhooks/quantiles.ts";

/** The paths that are requested, by the name of their row. */
export type Requested = Readonly<Record<string, string>>;

/** Milliseconds of one request. The processor times are null on a system without /proc. */
export interface Figures {
  p50: number | null;
  p95: number | null;
  /** Processor time of the local runtime: the function's thread, the gateway, and V8's own threads. */
  service: number | null;
  /** The part of it in the function's thread. */
  function: number | null;
  database: number | null;
}

/** Linux counts processor time in units of 10 ms: a block of requests takes many of them. */
const blockRequests = 50;
/** The first requests load the function and let V8 optimize it. */
const warmUpRequests = 300;

interface Measured {
  path: string;
  timesMs: number[];
  seconds: { service: number; function: number; database: number };
}

/** Sends the requests in blocks, by turns: what else the machine does meanwhile falls on all of them. */
export async function measureInTurns(
  { call, pid }: PagesSetup,
  requested: Requested,
  requests: number,
): Promise<Record<string, Figures>> {
  const rows = Object.entries(requested).map(([name, path]): [string, Measured] => [
    name,
    { path, timesMs: [], seconds: { service: 0, function: 0, database: 0 } },
  ]);
  for (const [, { path }] of rows)
    for (let sent = 0; sent < warmUpRequests; sent += 1) await timeOf(call, path);
  for (let sent = 0; sent < requests; sent += blockRequests)
    for (const [, row] of rows) {
      const before = processorTime(pid);
      for (let block = 0; block < Math.min(blockRequests, requests - sent); block += 1)
        row.timesMs.push(await timeOf(call, row.path));
      addSeconds(row, before, processorTime(pid));
    }
  return Object.fromEntries(rows.map(([name, row]) => [name, figuresOf(row)]));
}

const idleShareMax = 0.15;
const idleWaitMsMax = 120_000;

/** Waits until the service and its database have read what was stored: it is in their streams. */
export async function untilIdle({ pid }: PagesSetup): Promise<void> {
  const usedSeconds = () => {
    const { threads, children } = processorTime(pid) ?? { threads: {}, children: {} };
    return sum(Object.values(threads)) + sum(Object.values(children));
  };
  const endMs = performance.now() + idleWaitMsMax;
  for (let before = usedSeconds(), share = 1; share > idleShareMax && performance.now() < endMs; ) {
    await sleep(2_000);
    const after = usedSeconds();
    share = (after - before) / 2;
    before = after;
  }
}

async function timeOf(call: PagesSetup["call"], path: string): Promise<number> {
  const startedMs = performance.now();
  const { status, text } = await call("GET", path);
  if (status !== 200) throw new Error(`the service returned ${status}: ${text}`);
  return performance.now() - startedMs;
}

function addSeconds({ seconds }: Measured, before: ProcessorTime | null, after: ProcessorTime | null): void {
  if (before === null || after === null) {
    seconds.service = Number.NaN;
    return;
  }
  const threads = Object.entries(after.threads).map(
    ([name, used]) => [name, used - (before.threads[name] ?? 0)] as const,
  );
  seconds.service += sum(threads.map(([, used]) => used));
  // Only functions have names that begin with a capital letter, but for V8's threads and the main one.
  const functions = threads.filter(([name]) => /^[A-Z]/.test(name) && !/^(V8|Main)/.test(name));
  seconds.function += sum(functions.map(([, used]) => used));
  seconds.database += sum(Object.values(after.children)) - sum(Object.values(before.children));
}

function figuresOf({ timesMs, seconds }: Measured): Figures {
  const { p50, p95 } = quantilesOf(timesMs);
  const perRequestMs = (used: number) =>
    Number.isNaN(seconds.service) ? null : Number(((used * 1_000) / timesMs.length).toFixed(2));
  return {
    p50,
    p95,
    service: perRequestMs(seconds.service),
    function: perRequestMs(seconds.function),
    database: perRequestMs(seconds.database),
  };
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
