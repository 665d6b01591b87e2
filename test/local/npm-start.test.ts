import { readFileSync } from "node:fs";
import { createConnection } from "node:net";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { projectRoot } from "../../lib/bundle.ts";
import { parseJsonObject, textAt } from "../../lib/emulator/json.ts";
import { eventually, temporaryFolder } from "../support/emulator/assembly-fixture.ts";
import { run } from "../support/local/start-process.ts";

/** Runs `npm start` in a process group of its own, and waits until the service is ready. Returns its pid and its ports. */
async function npmStart() {
  const state = join(temporaryFolder(), "state");
  const command = run(
    ["npm", "start", "--silent", "--", "--state", state, "--port", "0", "--http-port", "0"],
    {
      detached: true,
      env: { ...process.env, PATH: `${join(projectRoot, "node_modules/node/bin")}:${process.env["PATH"]}` },
    },
  );
  const service = await eventually(() => readyService(state), 60_000);
  onTestFinished(() => void signal(service.pid, "SIGKILL"));
  return { ...service, npmPid: command.child.pid ?? 0, ended: command.ended };
}

function readyService(state: string): { pid: number; ports: number[] } | undefined {
  try {
    const content = parseJsonObject(readFileSync(join(state, "service.json"), "utf8"), "service.json");
    const ports = ["url", "httpUrl"].map((name) => Number(new URL(textAt(content, name) ?? "").port));
    return content["pid"] === undefined ? undefined : { pid: Number(content["pid"]), ports };
  } catch {
    return undefined;
  }
}

function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ port, host: "127.0.0.1" });
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}

it.each([
  ["npm alone", (npmPid: number) => npmPid],
  ["the process group", (npmPid: number) => -npmPid],
])(
  "SIGTERM to %s ends the service of npm start, and its ports are free",
  async (_, target) => {
    const { npmPid, pid, ports, ended } = await npmStart();
    expect(await Promise.all(ports.map(listens))).toEqual([true, true]);
    signal(target(npmPid), "SIGTERM");
    await ended;
    await eventually(() => (signal(pid, 0) ? undefined : true), 10_000);
    expect(await Promise.all(ports.map(listens))).toEqual([false, false]);
  },
  120_000,
);
