import { readFileSync } from "node:fs";
import { join } from "node:path";
import { crashesIn } from "../faults/faulty-service.ts";
import { provided } from "../setup/provided.ts";

/** What functions of the service under test have logged as a failure of their own since it began. */
export function loggedFailures(): string[] {
  const { stateDirectory } = provided("service");
  const lines = readFileSync(join(stateDirectory, "functions.log"), "utf8").split("\n");
  return [...crashesIn(stateDirectory), ...lines.filter((line) => line.includes('"request failed"'))];
}
