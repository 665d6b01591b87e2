import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import type { BuildEnvironmentOptions, build } from "vite";
import { projectRoot } from "./bundle.ts";
import { digestOf } from "./digest.ts";

/** The folder of the built dashboard: `index.html`, and `assets/`: see `dashboardPaths`. */
export const dashboardDirectory = join(projectRoot, "build", "dashboard");

/**
 * What the built dashboard depends on: its sources, what they import, and how they are bundled. It may import the contract,
 * which imports the domain. npm's own list says which packages are installed.
 */
export const dashboardSources = [
  "client",
  "dashboard",
  "functions/contract",
  "functions/domain",
  "lib/dashboard.ts",
  "package.json",
  "tsconfig.json",
  "node_modules/.package-lock.json",
];

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
  await bundleDashboard({ outDir: temporary });
  rmSync(dashboardDirectory, { recursive: true, force: true });
  try {
    renameSync(temporary, dashboardDirectory);
  } catch (error) {
    rmSync(temporary, { recursive: true, force: true });
    // Another process has put its own build there at the same moment.
    if (!existsSync(dashboardDirectory)) throw error;
  }
  // If a source changed meanwhile, the build may or may not contain it.
  if (digestOf(projectRoot, dashboardSources) === digest) writeFileSync(stamp, digest);
}

/**
 * Runs Vite with the dashboard's configuration, and returns what it returns. Always bundles for production: in a process with
 * another NODE_ENV, such as one of vitest, Vite would bundle the slow and large development build of React.
 */
export async function bundleDashboard(options: BuildEnvironmentOptions): ReturnType<typeof build> {
  // Loaded only when it bundles: the rest of this file is needed at every start.
  const vite = await import("vite");
  const { NODE_ENV } = process.env;
  process.env["NODE_ENV"] = "production";
  try {
    return await vite.build({
      configFile: join(projectRoot, "dashboard", "vite.config.ts"),
      root: join(projectRoot, "dashboard"),
      logLevel: "warn",
      build: options,
    });
  } finally {
    if (NODE_ENV === undefined) delete process.env["NODE_ENV"];
    else process.env["NODE_ENV"] = NODE_ENV;
  }
}
