import { startRuntime } from "../../../lib/emulator/runtime.ts";

// Runs a runtime in a process that tests can kill. Prints its endpoints as JSON when it is ready.
const [assemblyDirectory = "", stateDirectory = ""] = process.argv.slice(2);
const runtime = await startRuntime({
  assemblyDirectory,
  stateDirectory,
  publicHost: "localhost",
  log: () => {},
});
console.log(JSON.stringify(runtime.endpoints));
