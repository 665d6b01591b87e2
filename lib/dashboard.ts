import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { build } from "vite";
import { projectRoot } from "./bundle.ts";
import { digestOf } from "./digest.ts";

/** The folder of the built dashboard: `index.html`, and `assets/` with files whose names contain a hash of their content. */
export const dashboardDirectory = join(projectRoot, "build", "dashboard");

/** What the built dashboard depends on. npm's own list says which packages are installed. */
export const dashboardSources = ["client", "dashboard", "package.json", "node_modules/.package-lock.json"];

/** The file that holds the digest of the sources. */
const stamp = join(projectRoot, "build", "dashboard.sha256");

/**
 * Builds the dashboard into `dashboardDirectory`. Does nothing if it was built from the same sources. Several processes can
 * build at the same time.
 */
export async function buildDashboard(): Promise<void> {
  const digest = digestOf(projectRoot, dashboardSources);
  if (existsSync(dashboardDirectory) && existsSync(stamp) && readFileSync(stamp, "utf8") === digest) return;
  const temporary = `${dashboardDirectory}.${process.pid}`;
  mkdirSync(temporary, { recursive: true });
  await build({
    configFile: join(projectRoot, "dashboard", "vite.config.ts"),
    root: join(projectRoot, "dashboard"),
    logLevel: "warn",
    build: { outDir: temporary },
  });
  rmSync(dashboardDirectory, { recursive: true, force: true });
  renameSync(temporary, dashboardDirectory);
  // If a source changed meanwhile, the build may or may not contain it.
  if (digestOf(projectRoot, dashboardSources) === digest) writeFileSync(stamp, digest);
}
