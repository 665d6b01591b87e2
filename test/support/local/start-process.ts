import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { projectRoot } from "../../../lib/bundle.ts";
import { parseJsonObject, textAt } from "../../../lib/emulator/json.ts";
import { eventually } from "../emulator/assembly-fixture.ts";

interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** A process of one of the project's commands. It ends with its test at the latest. */
export interface Command {
  child: ChildProcess;
  /** What it has printed so far. */
  output: { stdout: string; stderr: string };
  ended: Promise<Ended>;
}

export function runCommand(script: "start" | "admin", args: readonly string[]): Command {
  return run(startProgram(script, args));
}

/** Returns the program that one of the project's commands runs. */
export function startProgram(script: "start" | "admin", args: readonly string[]): string[] {
  return [process.execPath, join(projectRoot, "bin", `${script}.ts`), ...args];
}

/** Runs a program in the project's folder. A detached one leads a process group of its own. */
export function run([program = "", ...args]: readonly string[], options: SpawnOptions = {}): Command {
  const child = spawn(program, args, { ...options, cwd: projectRoot, stdio: ["ignore", "pipe", "pipe"] });
  const output = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    child[name]?.setEncoding("utf8").on("data", (text: string) => {
      output[name] += text;
    });
  }
  const ended = new Promise<Ended>((resolve) => {
    child.once("close", (code) => resolve({ code, ...output }));
  });
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  return { child, output, ended };
}

/** Waits until the service is ready, and returns the content of service.json. Rejects with the output if the process ends. */
export async function untilReady(stateDirectory: string, command: Command) {
  const path = join(stateDirectory, "service.json");
  const failed = command.ended.then((ended) => {
    throw new Error(`It ended with ${ended.code}: ${ended.stdout}${ended.stderr}`);
  });
  const ready = eventually(() => {
    if (!existsSync(path)) return undefined;
    const content = parseJsonObject(readFileSync(path, "utf8"), path);
    return content["pid"] === command.child.pid ? content : undefined;
  }, 50_000);
  const content = await Promise.race([ready, failed]);
  return {
    content,
    url: textAt(content, "url") ?? "",
    readKey: textAt(content, "keys", "read") ?? "",
    caFile: textAt(content, "tls", "caFile") ?? "",
  };
}
