import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { projectRoot } from "../bundle.ts";

/**
 * Bundles the functions and synthesizes the CDK app into `directory`, which is emptied first.
 *
 * It is what `cdk synth` runs, in a process of its own: what the CDK loads (a quarter of a gigabyte) is gone before the
 * service starts. Rejects with an Error whose message starts with one line and ends with what the process said.
 */
export async function synthesize(directory: string, signal?: AbortSignal): Promise<void> {
  rmSync(directory, { recursive: true, force: true });
  const child = spawn(process.execPath, [join(projectRoot, "bin", "app.ts")], {
    cwd: projectRoot,
    env: { ...process.env, CDK_OUTDIR: directory },
    stdio: ["ignore", "pipe", "pipe"],
    ...(signal === undefined ? {} : { signal }),
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      said += text;
    });
  }
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  if (code !== 0)
    throw new Error(`The app does not synthesize: run "npx cdk synth" to see it alone.\n${said.trimEnd()}`);
}
