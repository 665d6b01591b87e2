import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { projectRoot } from "../bundle.ts";
import type { ServiceFile } from "../local/service-file.ts";

export interface ServiceProcess {
  service: ServiceFile;
  startedInMs: number;
  /** Kills it, like a power cut. */
  kill(): Promise<void>;
  /** Ends it as Ctrl-C does, and returns the exit code. */
  stop(): Promise<number | null>;
}

const readyTimeoutMs = 90_000;

/** Starts the service as `npm start` does, on free ports, and waits until it is ready. */
export async function startService(state: string, options: { speed: number }): Promise<ServiceProcess> {
  const startedAtMs = Date.now();
  const args = ["--state", state, "--port", "0", "--http-port", "0", "--speed", String(options.speed)];
  const child = spawn(process.execPath, [join(projectRoot, "bin/start.ts"), ...args], {
    cwd: projectRoot,
    // With the channel, the service notices when this process ends in any way.
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  let output = "";
  child.channel?.unref();
  child.stdout?.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr?.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const end = (signal: NodeJS.Signals) => ended(child, signal);
  for (;;) {
    const service = readyService(state, child.pid);
    if (service) {
      return {
        service,
        startedInMs: Date.now() - startedAtMs,
        kill: async () => void (await end("SIGKILL")),
        stop: () => end("SIGINT"),
      };
    }
    if (child.exitCode !== null) throw new Error(`the service did not start:\n${output}`);
    if (Date.now() - startedAtMs > readyTimeoutMs) {
      await end("SIGKILL");
      throw new Error(`the service was not ready after ${readyTimeoutMs / 1000} s:\n${output}`);
    }
    await sleep(100);
  }
}

/** Reads the service file. Returns null until the process `pid` has written it. */
function readyService(state: string, pid: number | undefined): ServiceFile | null {
  try {
    const service: ServiceFile = JSON.parse(readFileSync(join(state, "service.json"), "utf8"));
    return service.pid === pid ? service : null;
  } catch {
    return null;
  }
}

async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  child.kill(signal);
  await once(child, "exit");
  return child.exitCode;
}
