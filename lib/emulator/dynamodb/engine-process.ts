import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createConnection } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** A database engine that runs as a child process. */
export interface EngineProcess {
  stop(): Promise<void>;
}

// The engine sits in a process group of its own, so that Ctrl-C ends us first and the engine last. Its group leader ends
// it when the pipe on fd 3 closes, which the operating system does even when we are killed.
const supervisorScript = `
"$@" 3<&- & engine=$!
(read -r _ <&3; kill "$engine") 2>/dev/null & watcher=$!
wait "$engine"; code=$?
kill "$watcher" 2>/dev/null
exit $code`;

/**
 * Starts an engine and waits until it takes connections on `port` of 127.0.0.1.
 * `pidFile` remembers it, so that one that was left behind all the same is ended at the next start: it is known for ours
 * by `mark`, the path of its data in its command line.
 */
export async function startEngineProcess(options: {
  command: string;
  args: readonly string[];
  port: number;
  pidFile: string;
  mark: string;
  timeoutMs: number;
  /** Called when the engine ends though nobody stopped it. */
  onUnexpectedEnd: () => void;
}): Promise<EngineProcess> {
  const { command, args, port, pidFile, mark, timeoutMs } = options;
  await endLeftover(pidFile, mark);
  const child = spawn("/bin/sh", ["-c", supervisorScript, "sh", command, ...args], {
    detached: true,
    stdio: ["ignore", "ignore", "pipe", "pipe"],
  });
  let complaint = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    complaint = (complaint + chunk.toString()).slice(-500);
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

  const giveUpAt = Date.now() + timeoutMs;
  while (!(await takesConnections(port))) {
    if (!ended && Date.now() < giveUpAt) {
      await sleep(10);
      continue;
    }
    await endGroup(child, exit);
    throw new Error(
      `The database engine ${command} does not start: ${complaint.trim().replaceAll(/\s+/g, " ")}`,
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

/** Ends the process that `pidFile` names, if its command line shows that it is our engine on this very database. */
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

function takesConnections(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ port, host: "127.0.0.1" });
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}
