import { appendFileSync, closeSync, fstatSync, openSync, renameSync } from "node:fs";
import { join } from "node:path";
import type { DiskWatch } from "../disk-space.ts";
import { isJsonObject, parseJson, textAt } from "../json.ts";

/** The log of what functions print. */
export interface FunctionLog {
  line(functionName: string, line: string): void;
  close(): void;
}

/** The log and its predecessor together take at most twice as much: enough for some 100,000 lines. */
const fileBytesMax = 16 * 1024 * 1024;
/** How much waits while the disk is full. Then the oldest lines are dropped. */
const waitingCharsMax = 1024 * 1024;

/**
 * Opens `functions.log` in the state folder. Every line is appended after the service time and the function's name. A line
 * that a structured logger marks as an error also goes to `onProblem` in a short form. When the file has `bytesMax`, it
 * becomes `functions.log.1`, in the place of the last one.
 */
export function openFunctionLog(
  stateDirectory: string,
  nowMs: () => number,
  onProblem: (line: string) => void,
  { disk, bytesMax = fileBytesMax }: { disk?: DiskWatch; bytesMax?: number } = {},
): FunctionLog {
  const path = join(stateDirectory, "functions.log");
  let file = openSync(path, "a", 0o600);
  let bytes = fstatSync(file).size;
  let waiting = "";
  let saidProblem = false;
  let flushing: NodeJS.Immediate | undefined;

  function flush(): void {
    clearImmediate(flushing);
    flushing = undefined;
    if (waiting === "") return;
    try {
      appendFileSync(file, waiting);
      bytes += Buffer.byteLength(waiting);
      waiting = "";
      saidProblem = false;
      if (bytes >= bytesMax) rotate();
    } catch (error) {
      // A part may have been written, and is then written again.
      if (waiting.length > waitingCharsMax) waiting = waiting.slice(-waitingCharsMax);
      if (disk?.isFull(error) !== true && !saidProblem)
        onProblem(`functions.log cannot be written: ${String(error)}`);
      saidProblem = true;
    }
  }

  function rotate(): void {
    closeSync(file);
    renameSync(path, `${path}.1`);
    file = openSync(path, "a", 0o600);
    bytes = 0;
  }

  return {
    line(functionName, line) {
      if (line === "") return;
      waiting += `${new Date(nowMs()).toISOString()} ${functionName} ${line}\n`;
      const problem = problemOf(line);
      if (problem !== undefined) onProblem(`${functionName}: ${problem}`);
      // The lines of one turn of the event loop are written together.
      flushing ??= setImmediate(flush);
    },
    close() {
      flush();
      closeSync(file);
    },
  };
}

function problemOf(line: string): string | undefined {
  if (!/"level":"(ERROR|CRITICAL|FATAL)"/.test(line)) return undefined;
  try {
    const entry = parseJson(line, "line");
    if (!isJsonObject(entry)) return undefined;
    const cause = textAt(entry, "error", "message");
    return `${textAt(entry, "message") ?? ""}${cause === undefined ? "" : `: ${cause}`}`.replaceAll(
      /\s+/g,
      " ",
    );
  } catch {
    return undefined;
  }
}
