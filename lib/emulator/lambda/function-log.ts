import { createWriteStream, type WriteStream } from "node:fs";
import { join } from "node:path";
import { isJsonObject, parseJson, textAt } from "../json.ts";

/** The log of what functions print. */
export interface FunctionLog {
  line(functionName: string, line: string): void;
  close(): void;
}

/**
 * Opens `functions.log` in the state folder. Every line is appended after the service time and the function's name. A line
 * that a structured logger marks as an error also goes to `onProblem` in a short form.
 */
export function openFunctionLog(
  stateDirectory: string,
  nowMs: () => number,
  onProblem: (line: string) => void,
): FunctionLog {
  const file: WriteStream = createWriteStream(join(stateDirectory, "functions.log"), { flags: "a" });
  file.on("error", (error) => onProblem(`functions.log cannot be written: ${error.message}`));
  return {
    line(functionName, line) {
      if (line === "") return;
      file.write(`${new Date(nowMs()).toISOString()} ${functionName} ${line}\n`);
      const problem = problemOf(line);
      if (problem !== undefined) onProblem(`${functionName}: ${problem}`);
    },
    close: () => file.end(),
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
