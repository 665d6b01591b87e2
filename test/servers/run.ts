import { spawnSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";

// Runs the tests against real servers of platforms: `npm run test:servers`. With `--ghost` it runs those against Ghost
// instead, which install 600 MB more. Other arguments go to vitest.

const folder = import.meta.dirname;

/** npm writes the file of the install when it has installed everything. */
function isInstalled(): boolean {
  const installed = join(folder, "node_modules/.package-lock.json");
  return (
    existsSync(installed) &&
    statSync(installed).mtimeMs >= statSync(join(folder, "package-lock.json")).mtimeMs
  );
}

function run(command: string, parameters: readonly string[], cwd: string): void {
  const { status } = spawnSync(command, parameters, { cwd, stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}

function runTests(config: string): void {
  run("npx", ["vitest", "run", "--config", config, ...parameters], join(folder, "../.."));
}

const parameters = process.argv.slice(2).filter((parameter) => parameter !== "--ghost");
if (process.argv.includes("--ghost")) {
  run("node", [join(folder, "ghost/install.ts")], folder);
  runTests(join(folder, "ghost/vitest.config.ts"));
  process.exit();
}
if (!isInstalled()) {
  console.log("Installing the servers: some 350 MB, once");
  run("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], folder);
}
runTests(join(folder, "vitest.config.ts"));
