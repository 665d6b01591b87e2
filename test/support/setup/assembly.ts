import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { bundleFunctions, bundlesDirectory } from "../../../lib/bundle.ts";
import { serviceApp } from "../../../lib/service-app.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The cloud assembly of the app, with the real bundles, that all tests of the template share. */
    assemblyDirectory: string;
  }
}

/** Synthesizes once for all tests that read the template: it takes some seconds. */
export default async function setup(project: TestProject): Promise<() => void> {
  const directory = await synthesizeForTests();
  project.provide("assemblyDirectory", directory);
  return () => rmSync(directory, { recursive: true, force: true });
}

/** The app's assembly in a new folder; rejects for a finding of cdk-nag that nobody has acknowledged. */
export async function synthesizeForTests(): Promise<string> {
  await bundleFunctions();
  const directory = mkdtempSync(join(tmpdir(), "content-pipeline-assembly-"));
  serviceApp({ bundles: bundlesDirectory, outdir: directory }).synth();
  return directory;
}
