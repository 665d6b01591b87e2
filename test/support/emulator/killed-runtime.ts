import { startRuntime } from "../../../lib/emulator/runtime.ts";

// A runtime in a process of its own, for tests that kill it. Prints its endpoints as JSON when it is ready.
const [assemblyDirectory = "", stateDirectory = ""] = process.argv.slice(2);
const runtime = await startRuntime({
  assemblyDirectory,
  stateDirectory,
  publicHost: "localhost",
  log: () => {},
});
console.log(JSON.stringify(runtime.endpoints));
