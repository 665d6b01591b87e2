import { readFileSync } from "node:fs";
import { join } from "node:path";
import { inject } from "vitest";
import { crashesIn } from "../faults/faulty-service.ts";

/** What functions of the service under test have logged as a failure of their own since it began. */
export function loggedFailures(): string[] {
  const { stateDirectory } = inject("service");
  const lines = readFileSync(join(stateDirectory, "functions.log"), "utf8").split("\n");
  return [...crashesIn(stateDirectory), ...lines.filter((line) => line.includes('"request failed"'))];
}
