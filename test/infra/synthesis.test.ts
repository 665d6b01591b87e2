import { globSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { bundlesDirectory } from "../../lib/bundle.ts";
import { loadAssembly } from "../../lib/emulator/assembly.ts";
import { numberAt, textAt, valueAt } from "../../lib/emulator/json.ts";
import { documentFile } from "../../lib/openapi/document-file.ts";
import { type Synthesis, synthesis } from "../support/infra/synthesis.ts";

const apiBundleBytesMax = 350_000;
/** Bundles that hold more than others. */
const largerBundleBytesMax = new Map([
  // These also have the client of KMS, the guarded HTTP client and the verification of every channel.
  ["check-channel", 360_000],
  ["connect-channel", 360_000],
  // It does what a run does: it has the guarded HTTP client, the parsers of the sources and the template.
  ["preview-run", 600_000],
]);
/** A tenth of the document and 2 kB of code, in base64. */
const documentBundleShareMax = 0.15;
/** AWS's limit for the code of a CloudFront function. */
const edgeFunctionBytesMax = 10_240;

let all: Synthesis;
beforeAll(() => {
  all = synthesis();
});

describe("the synthesis", () => {
  it("the emulator knows every resource and property of the templates", () => {
    const assembly = loadAssembly(all.directory, {
      publicHost: "localhost:8443",
      queueUrlBase: "http://127.0.0.1:1",
      secretValue: (arn) => arn,
    });
    expect(assembly.resources).toHaveLength(all.resources.length);
  });

  it("a local assembly has no archives, which nothing here runs and every copy would have", () => {
    expect(globSync(join(all.directory, "**/*.zip"))).toEqual([]);
  });

  it("the templates name no account and no region", () => {
    expect(JSON.stringify(all.resources)).not.toMatch(/\b\d{12}\b|(?:us|eu|ap)-[a-z]+-\d/);
  });

  it("the table has point-in-time recovery, deletion protection, eight indexes and a stream of new images", () => {
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
      "orgByStatus",
      "parentByCreated",
      "parentByPublished",
      "parentByScheduled",
      "parentByStatus",
    ]);
  });

  it("every log group keeps logs for 30 days, and every function of the service is traced", () => {
    for (const { properties } of all.ofType("AWS::Logs::LogGroup"))
      expect(numberAt(properties, "RetentionInDays")).toBe(30);
    const functions = all.ofType("AWS::Lambda::Function");
    const ours = functions.filter(({ logicalId }) => !logicalId.startsWith("CustomCDKBucketDeployment"));
    expect(ours).toHaveLength(functions.length - 1);
    for (const { properties } of ours) {
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

  it("API bundles have at most 350 kB, or what their own limit says, and each edge function has less than CloudFront's limit", () => {
    const tooLarge = readdirSync(join(bundlesDirectory, "api")).filter((name) => {
      const max = largerBundleBytesMax.get(name) ?? apiBundleBytesMax;
      const files = globSync(join(bundlesDirectory, "api", name, "*.mjs"));
      return files.reduce((sum, file) => sum + statSync(file).size, 0) > max;
    });
    expect(tooLarge).toEqual([]);
    const edgeFunctions = all.ofType("AWS::CloudFront::Function");
    expect(edgeFunctions).toHaveLength(2);
    for (const { properties } of edgeFunctions)
      expect(textAt(properties, "FunctionCode")?.length).toBeLessThan(edgeFunctionBytesMax);
  });

  it("the function that serves the OpenAPI document holds it compressed, so that it hardly grows with the document", () => {
    const document = JSON.stringify(JSON.parse(readFileSync(documentFile, "utf8")));
    const { size } = statSync(join(bundlesDirectory, "api", "get-openapi", "index.mjs"));
    expect(size / document.length).toBeLessThan(documentBundleShareMax);
  });
});
