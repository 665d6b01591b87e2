import { readdirSync, readFileSync } from "node:fs";

/** Processor seconds of a process, and of the processes that it started, since their start. */
export interface ProcessorTime {
  /** By thread name: a function's thread has the name that the runtime gives it, cut to 15 characters. */
  threads: Record<string, number>;
  /** By process name. */
  children: Record<string, number>;
}

/** The unit in which Linux counts processor time. */
const ticksPerSecond = 100;

/** Reads the processor time of a process from /proc. Returns null on a system without /proc. */
export function processorTime(pid: number): ProcessorTime | null {
  try {
    const tasks = readdirSync(`/proc/${pid}/task`).map((task) => `/proc/${pid}/task/${task}/stat`);
    const children = descendants(pid).map((child) => `/proc/${child}/stat`);
    return { threads: secondsByName(tasks), children: secondsByName(children) };
  } catch {
    return null;
  }
}

/** Returns the processor seconds that all processes of this machine have used, or null without /proc. */
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
 * Returns the peak memory of a process so far, by default with the processes that it started, in MB. Returns null
 * without /proc.
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

/**
 * Reads a `stat` file of /proc. Returns undefined if the process or thread has ended. The name is in parentheses and
 * may contain some.
 */
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
  // The loop also visits the children that it adds.
  for (const one of found)
    found.push(...all.filter(({ parent }) => parent === one).map((child) => child.pid));
  return found.slice(1);
}
