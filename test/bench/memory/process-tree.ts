import { existsSync, readdirSync, readFileSync } from "node:fs";

/** What Linux says of one process. */
export interface ProcessUse {
  pid: number;
  command: string;
  rssMib: number;
  /** The highest `rssMib` so far. */
  peakRssMib: number;
  threads: number;
}

/** Reads what a process and all its descendants use now. Linux only: it reads /proc. */
export function processTree(pid: number): ProcessUse[] {
  const parents = new Map(
    readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .map((name) => [Number(name), statusOf(Number(name)).get("PPid")]),
  );
  const tree = [pid];
  for (const parent of tree)
    tree.push(...[...parents].filter(([, ppid]) => Number(ppid) === parent).map(([child]) => child));
  return tree.flatMap((one) => {
    const status = statusOf(one);
    const mib = (name: string) => Number.parseInt(status.get(name) ?? "0", 10) / 1024;
    const threads = Number(status.get("Threads") ?? 0);
    // The process has ended since the list was read.
    if (threads === 0) return [];
    const command = status.get("Name") ?? "";
    return [{ pid: one, command, rssMib: mib("VmRSS"), peakRssMib: mib("VmHWM"), threads }];
  });
}

function statusOf(pid: number): Map<string, string> {
  const path = `/proc/${pid}/status`;
  if (!existsSync(path)) return new Map();
  try {
    const lines = readFileSync(path, "utf8").split("\n");
    return new Map(
      lines.map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1).trim()]),
    );
  } catch {
    return new Map();
  }
}
