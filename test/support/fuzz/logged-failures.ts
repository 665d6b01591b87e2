import { readFileSync } from "node:fs";
import { join } from "node:path";
import { crashesIn } from "../faults/faulty-service.ts";
import { provided } from "../setup/provided.ts";

/** Returns the crashes and failed requests that the functions of the service have logged since it started. */
export function loggedFailures(): string[] {
  const { stateDirectory } = provided("service");
  const lines = readFileSync(join(stateDirectory, "functions.log"), "utf8").split("\n");
  return [...crashesIn(stateDirectory), ...lines.filter((line) => line.includes('"request failed"'))];
}
