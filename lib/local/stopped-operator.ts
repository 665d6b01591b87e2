import { existsSync } from "node:fs";
import { join } from "node:path";
import { ensureTls } from "../emulator/tls.ts";
import { command, commandRunning, type OperatorCommand } from "./operator.ts";
import { caName, startServiceRuntime } from "./service-runtime.ts";
import { claimStateFolder } from "./state-folder.ts";
import { synthesize } from "./synthesize.ts";

/**
 * Does what the operator asks for on a state folder: by the service that runs there, else by a runtime of its own that
 * ends again. What a person should know meanwhile goes to stderr. Rejects with an Error of one line.
 */
export async function commandLocally<Result>(
  stateDirectory: string,
  database: string,
  asked: OperatorCommand<Result>,
): Promise<Result> {
  const done = await commandRunning(stateDirectory, asked);
  if (done !== undefined) return done;

  if (!existsSync(stateDirectory))
    throw new Error(
      `There is no state folder ${stateDirectory}: give the one of npm start by --state, or start the service once to make it.`,
    );
  console.error(`No service runs on ${stateDirectory}: its state is opened for a moment.`);
  const folder = claimStateFolder(stateDirectory, { reset: false, database });
  try {
    const assemblyDirectory = join(stateDirectory, "assembly");
    await synthesize(assemblyDirectory);
    // Deliveries that are due go out meanwhile, to the same endpoints with the same certificates as ever.
    const { caFile } = await ensureTls(stateDirectory, caName);
    // Nobody is served: the address only stands in what functions are told.
    const runtime = await startServiceRuntime({
      assemblyDirectory,
      stateDirectory,
      database,
      publicHost: "localhost:8443",
      extraCaFile: caFile,
      log: (line) => console.error(line),
    });
    try {
      return await command(runtime, asked);
    } finally {
      await runtime.stop();
    }
  } finally {
    folder.release();
  }
}
