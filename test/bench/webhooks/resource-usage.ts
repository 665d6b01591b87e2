import { cpus } from "node:os";
import process from "node:process";
import { machineSeconds, type ProcessorTime, peakMemoryMb, processorTime } from "./processor-time.ts";
import type { BenchSetup } from "./setup.ts";

/** The machine's resources that a phase used. Values are null on a system without /proc. */
export interface ResourceUsage {
  /** Wall time. */
  seconds: number;
  /** By process: the service's runtime, its database, the receiver and the driver. */
  processorSeconds: Record<ComponentName, number> | null;
  /** Of the runtime, by thread name. */
  threadSeconds: Record<string, number> | null;
  /** The number of processors that other processes kept busy, on average. */
  processorsUsedByOthers: number | null;
  processors: number;
  peakMemoryMb: Record<ComponentName, number | null>;
}

export type ComponentName = "runtime" | "database" | "receiver" | "driver";

interface Reading {
  machine: number | null;
  service: ProcessorTime | null;
  receiver: ProcessorTime | null;
  driverSeconds: number;
  atMs: number;
}

/** Starts to measure the resources that the processes of the benchmark use. */
export function startMeter(setup: BenchSetup): { stop: () => ResourceUsage } {
  const before = read(setup);
  return { stop: () => usageBetween(before, read(setup), setup) };
}

function read({ service, receiver }: BenchSetup): Reading {
  const { user, system } = process.cpuUsage();
  return {
    machine: machineSeconds(),
    service: processorTime(service.pid),
    receiver: processorTime(receiver.pid),
    driverSeconds: (user + system) / 1_000_000,
    atMs: performance.now(),
  };
}

function usageBetween(before: Reading, after: Reading, { service, receiver }: BenchSetup): ResourceUsage {
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
    processorsUsedByOthers: all === null || parts === null ? null : Math.max(0, (all - sum(parts)) / seconds),
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
