import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createConnection } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** A database engine that runs as a child process. */
export interface EngineProcess {
  stop(): Promise<void>;
}

// The engine has its own process group, so Ctrl-C does not end it before us. The group's leader ends the engine when the
// pipe on fd 3 closes. The operating system closes the pipe even when we are killed.
const supervisorScript = `
"$@" 3<&- & engine=$!
(read -r _ <&3; kill "$engine") 2>/dev/null & watcher=$!
wait "$engine"; code=$?
kill "$watcher" 2>/dev/null
exit $code`;

/**
 * Starts an engine and waits until it accepts connections on `port` of `host`.
 * The engine's process id is stored in `pidFile`. If an engine survives this process all the same, the next start ends it,
 * but only when `mark`, the path of its data, is in its command line.
 */
export async function startEngineProcess(options: {
  command: string;
  args: readonly string[];
  env?: Readonly<Record<string, string>>;
  host: string;
  port: number;
  pidFile: string;
  mark: string;
  timeoutMs: number;
  /** Called when the engine ends without `stop()`. */
  onUnexpectedEnd: () => void;
}): Promise<EngineProcess> {
  const { command, args, env, host, port, pidFile, mark, timeoutMs } = options;
  await endLeftover(pidFile, mark);
  const child = spawn("/bin/sh", ["-c", supervisorScript, "sh", command, ...args], {
    detached: true,
    env: { ...process.env, ...env },
    stdio: ["ignore", "ignore", "pipe", "pipe"],
  });
  let errorOutput = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    errorOutput = (errorOutput + chunk.toString()).slice(-500);
  });
  let ended = false;
  const exit = new Promise<void>((resolve) => {
    const end = () => {
      ended = true;
      resolve();
    };
    child.once("exit", end);
    child.once("error", end);
  });
  if (child.pid !== undefined) writeFileSync(pidFile, JSON.stringify({ pid: child.pid }));
  child.unref();

  const deadlineMs = performance.now() + timeoutMs;
  while (!(await acceptsConnections(host, port))) {
    if (!ended && performance.now() < deadlineMs) {
      await sleep(10);
      continue;
    }
    await endGroup(child, exit);
    throw new Error(
      `The database engine ${command} does not start: ${errorOutput.trim().replaceAll(/\s+/g, " ")}`,
    );
  }
  let stopping = false;
  void exit.then(() => (stopping ? undefined : options.onUnexpectedEnd()));
  return {
    async stop() {
      stopping = true;
      await endGroup(child, exit);
      rmSync(pidFile, { force: true });
    },
  };
}

async function endGroup(child: ChildProcess, exit: Promise<void>): Promise<void> {
  if (child.pid === undefined) return;
  signalGroup(child.pid, "SIGTERM");
  const late = sleep(1000, true, { ref: false });
  if (await Promise.race([exit.then(() => false), late])) signalGroup(child.pid, "SIGKILL");
  await exit;
}

/** Ends the process that `pidFile` names, if its command line shows that it is our engine on this database. */
async function endLeftover(pidFile: string, mark: string): Promise<void> {
  if (!existsSync(pidFile)) return;
  const pid = Number(/"pid":(\d+)/.exec(readFileSync(pidFile, "utf8"))?.[1]);
  rmSync(pidFile, { force: true });
  if (!Number.isInteger(pid) || pid <= 1 || !commandLine(pid).includes(mark)) return;
  signalGroup(pid, "SIGKILL");
  for (let tries = 0; tries < 100 && commandLine(pid).includes(mark); tries++) await sleep(10);
}

function commandLine(pid: number): string {
  try {
    const proc = `/proc/${pid}/cmdline`;
    if (existsSync(proc)) return readFileSync(proc, "utf8").replaceAll("\0", " ");
    return execFileSync("ps", ["-o", "args=", "-ww", "-p", String(pid)], { encoding: "utf8" });
  } catch {
    return "";
  }
}

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // It has ended already.
  }
}

function acceptsConnections(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ port, host });
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}
