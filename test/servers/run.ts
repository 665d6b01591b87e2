import { spawnSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";

// Runs the tests against a real server of a platform: `npm run test:servers`. With `--ghost`, `--snac` or `--appview` it runs
// those against Ghost, snac or an AppView of Bluesky instead. Other arguments go to vitest.

const folder = import.meta.dirname;

/** What makes each server ready to run. */
const servers = {
  bluesky: () => install(folder, "230 MB"),
  appview() {
    if (process.env["TEST_POSTGRES_URL"] === undefined)
      stop(
        "The AppView needs a database of PostgreSQL: name one by TEST_POSTGRES_URL=postgres://user@host/name.",
      );
    install(folder, "230 MB");
    install(join(folder, "appview"), "310 MB");
  },
  ghost() {
    run("node", [join(folder, "ghost/install.ts")], folder);
  },
  snac() {
    if (spawnSync("snac").error === undefined) return;
    stop("There is no program snac on the PATH. Debian has it since trixie, in the package snac2.");
  },
};

function install(project: string, size: string): void {
  if (isInstalled(project)) return;
  console.log(`Installing servers: some ${size}, once`);
  run("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], project);
}

/** npm writes the file of the install when it has installed everything. */
function isInstalled(project: string): boolean {
  const installed = join(project, "node_modules/.package-lock.json");
  return (
    existsSync(installed) &&
    statSync(installed).mtimeMs >= statSync(join(project, "package-lock.json")).mtimeMs
  );
}

function stop(reason: string): never {
  console.error(reason);
  process.exit(1);
}

function run(command: string, parameters: readonly string[], cwd: string, env = process.env): void {
  const { status } = spawnSync(command, parameters, { cwd, env, stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}

const parameters = process.argv.slice(2);
const optional = (["ghost", "snac", "appview"] as const).find((name) => parameters.includes(`--${name}`));
const server = optional ?? "bluesky";
servers[server]();
const others = parameters.filter((parameter) => parameter !== `--${server}`);
const config = join(folder, "vitest.config.ts");
run("npx", ["vitest", "run", "--config", config, ...others], join(folder, "../.."), {
  ...process.env,
  TEST_SERVER: server,
});
