import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { bundleFunctions, bundlesDirectory } from "../../lib/bundle.ts";
import { loadAssembly } from "../../lib/emulator/assembly.ts";
import { numberAt, textAt, valueAt } from "../../lib/emulator/json.ts";
import { serviceApp } from "../../lib/service-app.ts";
import { type Synthesis, synthesis } from "../support/infra/synthesis.ts";

const apiBundleBytesMax = 350_000;
/** AWS's limit for the code of a CloudFront function. */
const edgeFunctionBytesMax = 10_240;

let all: Synthesis;
beforeAll(() => {
  all = synthesis();
});

describe("the synthesis", () => {
  it("a second synthesis gives the same templates and assets", async () => {
    const again = mkdtempSync(join(tmpdir(), "content-pipeline-assembly-"));
    onTestFinished(() => rmSync(again, { recursive: true, force: true }));
    // The CDK's own validation of templates takes 4 s and does not affect them. `npx cdk synth` runs it.
    vi.stubEnv("CDK_VALIDATION", "false");
    onTestFinished(() => void vi.unstubAllEnvs());
    await bundleFunctions({ force: true });
    // Throws for every finding of cdk-nag's AwsSolutions rules that is not acknowledged.
    serviceApp({ bundles: bundlesDirectory, outdir: again }).synth();
    const templates = readdirSync(all.directory).filter((name) => name.endsWith(".template.json"));
    expect(templates).toHaveLength(4);
    for (const name of templates) {
      expect(readFileSync(join(again, name), "utf8")).toBe(readFileSync(join(all.directory, name), "utf8"));
    }
  }, 60_000);

  it("the emulator knows every resource and property of the templates", () => {
    const assembly = loadAssembly(all.directory, {
      publicHost: "localhost:8443",
      queueUrlBase: "http://127.0.0.1:1",
    });
    expect(assembly.resources).toHaveLength(all.resources.length);
  });

  it("the templates name no account and no region", () => {
    expect(JSON.stringify(all.resources)).not.toMatch(/\b\d{12}\b|(?:us|eu|ap)-[a-z]+-\d/);
  });

  it("the table has point-in-time recovery, deletion protection, six indexes and a stream of new images", () => {
    const [table] = all.ofType("AWS::DynamoDB::Table");
    expect(table?.properties).toMatchObject({
      BillingMode: "PAY_PER_REQUEST",
      DeletionProtectionEnabled: true,
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      StreamSpecification: { StreamViewType: "NEW_IMAGE" },
      TimeToLiveSpecification: { AttributeName: "expiresAt", Enabled: true },
    });
    const indexes = table?.properties["GlobalSecondaryIndexes"];
    const names = Array.isArray(indexes) ? indexes.map((index) => textAt(index, "IndexName") ?? "") : [];
    expect(names.toSorted()).toEqual([
      "orgByCreated",
      "orgByPublished",
      "orgByScheduled",
      "parentByCreated",
      "parentByPublished",
      "parentByScheduled",
    ]);
  });

  it("every log group keeps logs for 30 days, and every function is traced", () => {
    for (const { properties } of all.ofType("AWS::Logs::LogGroup"))
      expect(numberAt(properties, "RetentionInDays")).toBe(30);
    for (const { properties } of all.ofType("AWS::Lambda::Function")) {
      expect(textAt(properties, "TracingConfig", "Mode")).toBe("Active");
      expect(textAt(properties, "LoggingConfig", "LogFormat")).toBe("JSON");
      expect(textAt(properties, "Runtime")).toBe("nodejs24.x");
      expect(properties["Architectures"]).toEqual(["arm64"]);
    }
  });

  it("no function has an environment variable that is for local use only or that weakens its connections", () => {
    const functions = all.ofType("AWS::Lambda::Function");
    expect(functions.length).toBeGreaterThan(0);
    const names = functions.flatMap(({ properties }) =>
      Object.keys(Object(valueAt(properties, "Environment", "Variables"))),
    );
    expect(names.filter((name) => /^LOCAL_|_PROXY$|^NODE_(?:TLS|USE_ENV|EXTRA|OPTIONS)/i.test(name))).toEqual(
      [],
    );
  });

  it("API bundles have at most 350 kB, and the edge function has less than CloudFront's limit", () => {
    const tooLarge = readdirSync(join(bundlesDirectory, "api")).filter(
      (name) => statSync(join(bundlesDirectory, "api", name, "index.mjs")).size > apiBundleBytesMax,
    );
    expect(tooLarge).toEqual([]);
    const [fn] = all.ofType("AWS::CloudFront::Function");
    expect(textAt(fn?.properties, "FunctionCode")?.length).toBeLessThan(edgeFunctionBytesMax);
  });
});
