import { spawnSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";

// Runs the tests against real servers of platforms: `npm run test:servers`. Arguments go to vitest.

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

if (!isInstalled()) {
  console.log("Installing the servers: some 350 MB, once");
  run("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], folder);
}
const parameters = ["run", "--config", join(folder, "vitest.config.ts"), ...process.argv.slice(2)];
run("npx", ["vitest", ...parameters], join(folder, "../.."));
