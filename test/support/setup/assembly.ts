import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { bundleFunctions, bundlesDirectory } from "../../../lib/bundle.ts";
import { serviceApp } from "../../../lib/service-app.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The folder of the app's cloud assembly, with the real bundles. All tests share it. */
    assemblyDirectory: string;
  }
}

/** Synthesizes once for all tests that read the template, because it takes some seconds. */
export default async function setup(project: TestProject): Promise<() => void> {
  const directory = await synthesizeForTests();
  project.provide("assemblyDirectory", directory);
  return () => rmSync(directory, { recursive: true, force: true });
}

/** Synthesizes the app into a new folder. Rejects for a cdk-nag finding that is not acknowledged. */
export async function synthesizeForTests(): Promise<string> {
  await bundleFunctions();
  const directory = mkdtempSync(join(tmpdir(), "content-pipeline-assembly-"));
  serviceApp({ bundles: bundlesDirectory, outdir: directory }).synth();
  return directory;
}
