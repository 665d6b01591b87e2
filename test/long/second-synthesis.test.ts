import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { bundleFunctions, bundlesDirectory } from "../../lib/bundle.ts";
import { dashboardDirectory } from "../../lib/dashboard.ts";
import { serviceApp } from "../../lib/service-app.ts";
import { synthesis } from "../support/infra/synthesis.ts";

it("a second synthesis gives the same templates and assets", async () => {
  const { directory: first } = synthesis();
  const again = mkdtempSync(join(tmpdir(), "content-pipeline-assembly-"));
  onTestFinished(() => rmSync(again, { recursive: true, force: true }));
  // The CDK's own validation of templates takes 4 s and does not affect them. `npx cdk synth` runs it.
  vi.stubEnv("CDK_VALIDATION", "false");
  onTestFinished(() => void vi.unstubAllEnvs());
  await bundleFunctions({ force: true });
  // Throws for every finding of cdk-nag's AwsSolutions rules that is not acknowledged.
  serviceApp({ bundles: bundlesDirectory, dashboard: dashboardDirectory, outdir: again }).synth();
  const templates = readdirSync(first).filter((name) => name.endsWith(".template.json"));
  expect(templates).toHaveLength(4);
  for (const name of templates) {
    expect(readFileSync(join(again, name), "utf8")).toBe(readFileSync(join(first, name), "utf8"));
  }
});
