import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { newMemoryFolder } from "../support/setup/memory-folder.ts";
import { stopBenchProcesses } from "./webhooks/bench-process.ts";

const folders: string[] = [];

/**
 * Creates a folder that is deleted when the benchmark ends.
 * @param inMemory in memory, if the machine has a file system with much space there. @default false
 */
export function newBenchFolder({ inMemory = false } = {}): string {
  const prefix = "content-pipeline-bench-";
  const folder = inMemory ? newMemoryFolder(prefix) : mkdtempSync(join(tmpdir(), prefix));
  folders.push(folder);
  return folder;
}

/** Ends the processes that the benchmark has started, and deletes its folders. */
export async function cleanUpBench(): Promise<void> {
  await stopBenchProcesses();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

/**
 * Runs a benchmark with the options of the command line, or prints its usage. Cleans up when it ends in any way, also by a
 * signal. An error is printed without its stack.
 * @param run resolves to false when a bar was missed: then the process ends with 1
 */
export async function runBench<Options>(
  parse: (args: readonly string[]) => Options | "help",
  usage: string,
  run: (options: Options) => Promise<boolean>,
): Promise<void> {
  let isInterrupted = false;
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.once(signal, () => {
      isInterrupted = true;
      void cleanUpBench().finally(() => process.exit(130));
    });
  try {
    const options = parse(process.argv.slice(2));
    if (options === "help") console.log(usage);
    else process.exitCode = (await run(options)) ? 0 : 1;
  } catch (error) {
    if (!isInterrupted) console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  } finally {
    await cleanUpBench();
  }
}
