import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { bundleFunctions } from "../../../lib/bundle.ts";
import { buildDashboard } from "../../../lib/dashboard.ts";
import { synthesize } from "../../../lib/local/synthesize.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The folder of the app's cloud assembly, with the real bundles. All tests share it. */
    assemblyDirectory: string;
  }
}

/** Synthesizes once for all tests that read the template. */
export default async function setup(project: TestProject): Promise<() => void> {
  const directory = mkdtempSync(join(tmpdir(), "content-pipeline-assembly-"));
  await synthesize(directory);
  // A copied assembly needs neither bundles nor dashboard, but tests read them.
  await bundleFunctions();
  await buildDashboard();
  project.provide("assemblyDirectory", directory);
  return () => rmSync(directory, { recursive: true, force: true });
}
