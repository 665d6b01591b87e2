import { existsSync } from "node:fs";
import { join } from "node:path";
import { ensureTls } from "../emulator/tls.ts";
import { carryOut, carryOutInRunning, type OperatorCommand } from "./operator.ts";
import { caName, startServiceRuntime } from "./service-runtime.ts";
import { explained, lockStateFolder } from "./state-folder.ts";
import { synthesize } from "./synthesize.ts";

const log = (line: string) => console.error(line);

/**
 * Carries out a command on a state folder with the service that runs there, or else with a runtime that it starts and ends.
 * Prints problems to stderr. Rejects with an Error of one line.
 */
export async function carryOutLocally<Result>(
  stateDirectory: string,
  database: string,
  command: OperatorCommand<Result>,
): Promise<Result> {
  const done = await carryOutInRunning(stateDirectory, command);
  if (done !== undefined) return done;

  if (!existsSync(stateDirectory))
    throw new Error(
      `There is no state folder ${stateDirectory}: name the folder of npm start with --state, or start the service once to make it.`,
    );
  console.error(`No service runs on ${stateDirectory}: its state is opened for this command.`);
  const folder = lockStateFolder(stateDirectory, { reset: false, database });
  try {
    const assemblyDirectory = join(stateDirectory, "assembly");
    await synthesize(assemblyDirectory);
    // Deliveries that are due are sent now, and their endpoints may have certificates of this CA.
    const { caFile } = await ensureTls(stateDirectory, { caName, log });
    // There are no listeners. The host is only part of functions' environment variables.
    const runtime = await startServiceRuntime({
      assemblyDirectory,
      stateDirectory,
      database,
      publicHost: "localhost:8443",
      extraCaFile: caFile,
      log,
    });
    try {
      return await carryOut(runtime, command);
    } finally {
      await runtime.stop();
    }
  } catch (error) {
    throw explained(error, stateDirectory);
  } finally {
    folder.release();
  }
}
