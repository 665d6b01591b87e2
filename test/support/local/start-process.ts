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

/** One of the project's commands, as a process that ends with its test at the latest. */
export interface Command {
  child: ChildProcess;
  ended: Promise<Ended>;
}

export function runCommand(script: "start" | "admin", args: readonly string[]): Command {
  const child = spawn(process.execPath, [join(projectRoot, "bin", `${script}.ts`), ...args], {
    cwd: projectRoot,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const said = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    child[name]?.setEncoding("utf8").on("data", (text: string) => {
      said[name] += text;
    });
  }
  const ended = new Promise<Ended>((resolve) => {
    child.once("close", (code) => resolve({ code, ...said }));
  });
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  return { child, ended };
}

/** What service.json says once the service is ready; rejects with what the process said when it ends instead. */
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
