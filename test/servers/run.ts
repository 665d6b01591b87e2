import { spawnSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";

// Runs the tests against a real server of a platform: `npm run test:servers`. With `--ghost` or `--snac` it runs those against
// Ghost or snac instead. Other arguments go to vitest.

const folder = import.meta.dirname;

/** What makes each server ready to run. */
const servers = {
  bluesky() {
    if (isInstalled()) return;
    console.log("Installing the servers: some 350 MB, once");
    run("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], folder);
  },
  ghost() {
    run("node", [join(folder, "ghost/install.ts")], folder);
  },
  snac() {
    if (spawnSync("snac").error === undefined) return;
    console.error("There is no program snac on the PATH. Debian has it since trixie, in the package snac2.");
    process.exit(1);
  },
};

/** npm writes the file of the install when it has installed everything. */
function isInstalled(): boolean {
  const installed = join(folder, "node_modules/.package-lock.json");
  return (
    existsSync(installed) &&
    statSync(installed).mtimeMs >= statSync(join(folder, "package-lock.json")).mtimeMs
  );
}

function run(command: string, parameters: readonly string[], cwd: string, env = process.env): void {
  const { status } = spawnSync(command, parameters, { cwd, env, stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}

const options = ["--ghost", "--snac"];
const parameters = process.argv.slice(2);
const server = parameters.includes("--ghost") ? "ghost" : parameters.includes("--snac") ? "snac" : "bluesky";
servers[server]();
const others = parameters.filter((parameter) => !options.includes(parameter));
const config = join(folder, "vitest.config.ts");
run("npx", ["vitest", "run", "--config", config, ...others], join(folder, "../.."), {
  ...process.env,
  TEST_SERVER: server,
});
