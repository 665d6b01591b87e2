import { existsSync } from "node:fs";
import { join } from "node:path";
import { createOrganization, createOrganizationInRunning } from "./operator.ts";
import { startRuntime } from "./runtime.ts";
import type { Organization } from "./service-file.ts";
import { claimStateFolder } from "./state-folder.ts";
import { synthesize } from "./synthesize.ts";

/**
 * Makes an organization on a state folder: by the service that runs there, else by a runtime of its own that ends again.
 * What a person should know meanwhile goes to stderr. Rejects with an Error of one line.
 */
export async function createOrganizationLocally(
  stateDirectory: string,
  database: string,
  name: string,
): Promise<Organization> {
  const made = await createOrganizationInRunning(stateDirectory, name);
  if (made !== undefined) return made;

  if (!existsSync(stateDirectory))
    throw new Error(
      `There is no state folder ${stateDirectory}: give the one of npm start by --state, or start the service once to make it.`,
    );
  console.error(`No service runs on ${stateDirectory}: its state is opened for a moment.`);
  const folder = claimStateFolder(stateDirectory, { reset: false, database });
  try {
    const assemblyDirectory = join(stateDirectory, "assembly");
    await synthesize(assemblyDirectory);
    // Nobody is served: the address only stands in what functions are told.
    const runtime = await startRuntime({
      assemblyDirectory,
      stateDirectory,
      database,
      publicHost: "localhost:8443",
      log: (line) => console.error(line),
    });
    try {
      return await createOrganization(runtime, name);
    } finally {
      await runtime.stop();
    }
  } finally {
    folder.release();
  }
}
