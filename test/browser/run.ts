import { spawnSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { chromiumDirectory } from "./support/chromium-directory.ts";

// Runs the tests of the dashboard in a real browser: `npm run test:browser`. Arguments go to vitest. With UPDATE_IMAGES=1 the
// tests of the views also write the screens under docs/images.

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
  console.log("Installing the browser: some 500 MB, once");
  run("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], folder);
}
if (!existsSync(chromiumDirectory)) run("node", [join(folder, "unpack-chromium.ts")], folder);
run("npx", ["tsc", "--noEmit", "-p", folder], join(folder, "../.."));
const config = join(folder, "vitest.config.ts");
run("npx", ["vitest", "run", "--config", config, ...process.argv.slice(2)], join(folder, "../.."));
