import { writeFileSync } from "node:fs";

/** Adds the file of a `--json` without one: "-", the standard output. */
export function withJsonFile(args: readonly string[]): string[] {
  return args.map((arg, index) =>
    arg === "--json" && (args[index + 1] ?? "--").startsWith("--") ? "--json=-" : arg,
  );
}

/** Returns the file of `--json`; null if the results are not wanted as JSON. @throws when its name is empty */
export function jsonFile(json: string | undefined): string | null {
  if (json === "")
    throw new Error("--json has an empty file name: give a name, or none for the standard output.");
  return json ?? null;
}

/** Writes the results of a benchmark as JSON to a file, or prints them if it is "-". Does nothing if it is null. */
export function writeJson(report: unknown, file: string | null): void {
  if (file === null) return;
  const json = JSON.stringify(report, null, 2);
  if (file === "-") console.log(json);
  else writeFileSync(file, `${json}\n`);
}
