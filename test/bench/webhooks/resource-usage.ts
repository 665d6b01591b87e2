import { cpus } from "node:os";
import process from "node:process";
import { machineSeconds, type ProcessorTime, peakMemoryMb, processorTime } from "./processor-time.ts";
import type { Stage } from "./setup.ts";

/** What a phase took of the machine. null where the system does not tell. */
export interface Spent {
  /** Of wall time. */
  seconds: number;
  /** The runtime by its threads' names, `runtime` in all, its database, the receiver and the driver. */
  processorSeconds: Record<PartName, number> | null;
  threadSeconds: Record<string, number> | null;
  /** Of the machine's processors, how many were busy with something else. */
  othersProcessors: number | null;
  processors: number;
  peakMemoryMb: Record<PartName, number | null>;
}

export type PartName = "runtime" | "database" | "receiver" | "driver";

interface Reading {
  machine: number | null;
  service: ProcessorTime | null;
  receiver: ProcessorTime | null;
  driverSeconds: number;
  atMs: number;
}

/** Begins to measure what everything takes that belongs to a stage. */
export function startMeter(stage: Stage): { stop: () => Spent } {
  const before = read(stage);
  return { stop: () => spentBetween(before, read(stage), stage) };
}

function read({ service, receiver }: Stage): Reading {
  const { user, system } = process.cpuUsage();
  return {
    machine: machineSeconds(),
    service: processorTime(service.pid),
    receiver: processorTime(receiver.pid),
    driverSeconds: (user + system) / 1_000_000,
    atMs: performance.now(),
  };
}

function spentBetween(before: Reading, after: Reading, { service, receiver }: Stage): Spent {
  const seconds = (after.atMs - before.atMs) / 1000;
  const threads = difference(before.service?.threads, after.service?.threads);
  const children = difference(before.service?.children, after.service?.children);
  const receiving = difference(before.receiver?.threads, after.receiver?.threads);
  const parts =
    threads === null || children === null || receiving === null
      ? null
      : {
          runtime: sum(threads),
          database: sum(children),
          receiver: sum(receiving),
          driver: after.driverSeconds - before.driverSeconds,
        };
  const all = before.machine === null || after.machine === null ? null : after.machine - before.machine;
  const memory = peakMemoryMb(service.pid);
  const ofRuntime = peakMemoryMb(service.pid, "alone");
  return {
    seconds,
    processorSeconds: parts,
    threadSeconds: threads,
    othersProcessors: all === null || parts === null ? null : Math.max(0, (all - sum(parts)) / seconds),
    processors: cpus().length,
    peakMemoryMb: {
      runtime: ofRuntime,
      database: memory === null || ofRuntime === null ? null : memory - ofRuntime,
      receiver: peakMemoryMb(receiver.pid),
      driver: peakMemoryMb(process.pid, "alone"),
    },
  };
}

function difference(
  before: Readonly<Record<string, number>> | undefined,
  after: Readonly<Record<string, number>> | undefined,
): Record<string, number> | null {
  if (before === undefined || after === undefined) return null;
  return Object.fromEntries(
    Object.entries(after).map(([name, value]) => [name, value - (before[name] ?? 0)]),
  );
}

function sum(values: Readonly<Record<string, number>>): number {
  return Object.values(values).reduce((total, value) => total + value, 0);
}
