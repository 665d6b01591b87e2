import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { edgeHeaders, edgeSecretsVariable } from "../../functions/contract/edge.ts";
import { defaultThrottle, type Route } from "../../functions/contract/route.ts";
import { routes } from "../../functions/contract/routes.ts";
import { bundlesDirectory } from "../../lib/bundle.ts";
import { dashboardDirectory } from "../../lib/dashboard.ts";
import { listAt, numberAt, parseJsonObject, textAt, valueAt } from "../../lib/emulator/json.ts";
import { serviceApp } from "../../lib/service-app.ts";
import { functionDescribed, readSynthesis, type Synthesis, synthesis } from "../support/infra/synthesis.ts";

const rows: Route[] = Object.values(routes);

/** Synthesizes the service with a version of the distribution's secret. */
function withSecretVersion(version: number): Synthesis {
  const outdir = mkdtempSync(join(tmpdir(), "content-pipeline-edge-"));
  onTestFinished(() => rmSync(outdir, { recursive: true, force: true }));
  // The CDK's own validation of templates takes 4 s and does not affect them. `npx cdk synth` runs it.
  vi.stubEnv("CDK_VALIDATION", "false");
  onTestFinished(() => void vi.unstubAllEnvs());
  const app = serviceApp({
    bundles: bundlesDirectory,
    dashboard: dashboardDirectory,
    outdir,
    context: { edgeSecretVersion: String(version) },
  });
  app.synth();
  return readSynthesis(outdir);
}

const secretsOf = (all: Synthesis) =>
  all.ofType("AWS::SecretsManager::Secret").map(({ logicalId }) => logicalId);

/** What the functions of the feeds accept, as the template's JSON text. */
function acceptedBy(all: Synthesis): string {
  const { properties } = functionDescribed(all, "GET /feeds/{file}");
  return JSON.stringify(valueAt(properties, "Environment", "Variables", edgeSecretsVariable));
}

/** The header that the distribution adds, as the template's JSON text. */
function sentBy(all: Synthesis): string {
  const [distribution] = all.ofType("AWS::CloudFront::Distribution");
  const [origin] = listAt(distribution?.properties, "DistributionConfig", "Origins");
  const header = listAt(origin, "OriginCustomHeaders").find(
    (one) => textAt(one, "HeaderName") === edgeHeaders.secret,
  );
  return JSON.stringify(valueAt(header, "HeaderValue"));
}

/** The outputs of the API stack, as JSON text. */
function exportsOf({ directory }: Synthesis): string {
  const name = "ContentPipelineApi.template.json";
  return JSON.stringify(parseJsonObject(readFileSync(join(directory, name), "utf8"), name)["Outputs"]);
}

it("the distribution sends a generated secret, to which the templates refer and whose value they do not contain", () => {
  const all = synthesis();
  const [secret] = all.ofType("AWS::SecretsManager::Secret");
  expect(Object.keys(Object(secret?.properties)).toSorted()).toEqual(["Description", "GenerateSecretString"]);
  expect(sentBy(all)).toMatch(/\{\{resolve:secretsmanager:.*:SecretString:::\}\}/);
  expect(acceptedBy(all)).toMatch(/\{\{resolve:secretsmanager:.*:SecretString:::\}\}/);
});

it("only functions that need the viewer get the secret", () => {
  const all = synthesis();
  for (const row of rows) {
    const { properties } = functionDescribed(all, `${row.method} ${row.path}`);
    const value = valueAt(properties, "Environment", "Variables", edgeSecretsVariable);
    expect(value !== undefined, row.operationId).toBe(row.seesViewer === true);
  }
});

it("a rotation sends a new secret and accepts the one before, whose export stays until the next rotation", () => {
  const [first, second, third] = [synthesis(), withSecretVersion(2), withSecretVersion(3)];
  const [before = ""] = secretsOf(first);
  const [current = ""] = secretsOf(second).filter((id) => id !== before);
  expect(secretsOf(second)).toHaveLength(2);
  expect(sentBy(first)).toContain(before);
  expect(sentBy(second)).toContain(current);
  for (const id of [before, current]) expect(acceptedBy(second)).toContain(id);
  expect(exportsOf(second)).toContain(before);
  expect(acceptedBy(third)).toContain(current);
  expect(JSON.stringify(third.resources)).not.toContain(before);
}, 60_000);

it("every route without a key has a throttle of its own at the stage, and every other route has the default one", () => {
  const [stage] = synthesis().ofType("AWS::ApiGateway::Stage");
  const settings = listAt(stage?.properties, "MethodSettings").map((setting) => ({
    method: textAt(setting, "HttpMethod"),
    path: textAt(setting, "ResourcePath"),
    requestsPerSecond: numberAt(setting, "ThrottlingRateLimit"),
    burst: numberAt(setting, "ThrottlingBurstLimit"),
    logging: textAt(setting, "LoggingLevel"),
    metrics: valueAt(setting, "MetricsEnabled"),
  }));
  const common = { logging: "ERROR", metrics: true };
  const open = rows.filter(({ access }) => access === "public");
  expect(rows.filter(({ throttle }) => throttle !== undefined)).toEqual(open);
  expect(settings).toEqual([
    { method: "*", path: "/*", ...defaultThrottle, ...common },
    ...open.map(({ method, path, throttle }) => ({
      method,
      path: `/${path.replaceAll("/", "~1")}`,
      ...throttle,
      ...common,
    })),
  ]);
});
