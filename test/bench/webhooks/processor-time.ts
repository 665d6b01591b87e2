import { readdirSync, readFileSync } from "node:fs";

/** Processor seconds of a process since its start, and of the processes that it has started. */
export interface ProcessorTime {
  /** By the names of its threads: functions have the names that the runtime gives them, cut to 15 characters. */
  threads: Record<string, number>;
  /** By the names of the processes. */
  children: Record<string, number>;
}

/** What Linux counts processor time in. */
const ticksPerSecond = 100;

/** Reads /proc; null on a system that has none. */
export function processorTime(pid: number): ProcessorTime | null {
  try {
    const tasks = readdirSync(`/proc/${pid}/task`).map((task) => `/proc/${pid}/task/${task}/stat`);
    const children = descendants(pid).map((child) => `/proc/${child}/stat`);
    return { threads: secondsByName(tasks), children: secondsByName(children) };
  } catch {
    return null;
  }
}

/** Processor seconds that everything on this machine has used; null where there is no /proc. */
export function machineSeconds(): number | null {
  try {
    // user, nice, system, idle, iowait, irq, softirq (see proc(5)).
    const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0] = readFileSync("/proc/stat", "utf8")
      .split("\n", 1)
      .flatMap((line) => line.trim().split(/\s+/).slice(1).map(Number));
    return (user + nice + system + irq + softirq) / ticksPerSecond;
  } catch {
    return null;
  }
}

/**
 * The most memory that a process held so far, with those that it has started unless it is asked for alone, in MB;
 * null where there is no /proc.
 */
export function peakMemoryMb(pid: number, which: "alone" | "with children" = "with children"): number | null {
  try {
    const sizes = [pid, ...(which === "alone" ? [] : descendants(pid))].map((one) =>
      Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${one}/status`, "utf8"))?.[1] ?? 0),
    );
    return Math.round(sizes.reduce((sum, size) => sum + size, 0) / 1024);
  } catch {
    return null;
  }
}

function secondsByName(paths: readonly string[]): Record<string, number> {
  const times: Record<string, number> = {};
  for (const stat of paths.map(readStat))
    if (stat !== undefined) times[stat.name] = (times[stat.name] ?? 0) + stat.seconds;
  return times;
}

/** A `stat` of /proc; undefined for what has ended meanwhile. The name stands in parentheses and may hold some. */
function readStat(path: string): { name: string; parent: number; seconds: number } | undefined {
  try {
    const text = readFileSync(path, "utf8");
    const end = text.lastIndexOf(")");
    const fields = text
      .slice(end + 2)
      .split(" ")
      .map(Number);
    const [, parent = 0] = fields;
    const [user = 0, system = 0] = fields.slice(11);
    return {
      name: text.slice(text.indexOf("(") + 1, end),
      parent,
      seconds: (user + system) / ticksPerSecond,
    };
  } catch {
    return undefined;
  }
}

function descendants(pid: number): number[] {
  const all = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), parent: readStat(`/proc/${name}/stat`)?.parent }));
  const found = [pid];
  // The list grows while it is walked.
  for (const one of found)
    found.push(...all.filter(({ parent }) => parent === one).map((child) => child.pid));
  return found.slice(1);
}
