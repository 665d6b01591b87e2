import { startRuntime } from "../../../lib/emulator/runtime.ts";

// Runs a runtime in a process that tests can kill. Its log goes to stderr. Prints its endpoints and its access key as JSON when it is ready.
const [assemblyDirectory = "", stateDirectory = ""] = process.argv.slice(2);
const runtime = await startRuntime({
  assemblyDirectory,
  stateDirectory,
  publicHost: "localhost",
  log: (line) => console.error(line),
});
console.log(JSON.stringify({ endpoints: runtime.endpoints, accessKey: runtime.accessKey }));
