import { type ChildProcess, spawn } from "node:child_process";
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
  ended: Promise<Ended>;
}

export function runCommand(script: "start" | "admin", args: readonly string[]): Command {
  const child = spawn(process.execPath, [join(projectRoot, "bin", `${script}.ts`), ...args], {
    cwd: projectRoot,
    stdio: ["ignore", "pipe", "pipe"],
  });
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
  return { child, ended };
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
