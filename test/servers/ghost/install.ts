import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";

/**
 * Installs Ghost from npm. Its package names packages in its own archive, which npm finds only in a folder, so the archive
 * is unpacked first. Nothing is compiled: `better-sqlite3` is a small module over `node:sqlite`.
 */
const version = "6.65.0";
const integrity =
  "sha512-D369qivOmfn4YwvBD1DljOGsHnJzBEQhBsiFnBZD+GjWrBpdZQYYNHneiQcKQVJwUom8eHWml1n5FRLQIwVFOg==";

const here = import.meta.dirname;
const unpacked = join(here, ".ghost");
const run = (command: string, args: readonly string[]) =>
  execFileSync(command, args, { cwd: here, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });

if (!existsSync(join(unpacked, "package.json"))) {
  const [packed] = JSON.parse(run("npm", ["pack", "--json", `ghost@${version}`]));
  if (packed.integrity !== integrity)
    throw new Error(`ghost ${version} has the integrity ${packed.integrity}`);
  mkdirSync(unpacked, { recursive: true });
  run("tar", ["-xzf", packed.filename, "--strip-components=1", "-C", unpacked]);
  rmSync(join(here, packed.filename));
}
run("npm", ["ci"]);
