import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { dashboardDirectory } from "../../lib/dashboard.ts";
import { dashboardPaths } from "../../lib/edge/dashboard-paths.ts";
import { edgeFunctionCode } from "../../lib/edge/edge-function.ts";
import {
  isJsonObject,
  type Json,
  type JsonObject,
  listAt,
  objectAt,
  parseJsonObject,
  textAt,
  valueAt,
} from "../../lib/emulator/json.ts";
import { type Synthesis, synthesis, type TemplateResource } from "../support/infra/synthesis.ts";

function only(all: Synthesis, type: string): TemplateResource {
  const [found, another] = all.ofType(type);
  if (found === undefined || another !== undefined) throw new Error(`the template does not have one ${type}`);
  return found;
}

function distributionConfig(all: Synthesis): Json {
  return objectAt(only(all, "AWS::CloudFront::Distribution").properties, "DistributionConfig");
}

/** The behaviours whose origin is the bucket. */
function bucketBehaviors(all: Synthesis): Json[] {
  const config = distributionConfig(all);
  const origin = listAt(config, "Origins").find((one) => valueAt(one, "S3OriginConfig") !== undefined);
  return [valueAt(config, "DefaultCacheBehavior") ?? null, ...listAt(config, "CacheBehaviors")].filter(
    (behavior) => textAt(behavior, "TargetOriginId") === textAt(origin, "Id"),
  );
}

it("the distribution sends the dashboard's paths to the bucket and all others to the API", () => {
  const behaviors = bucketBehaviors(synthesis());
  expect(behaviors.map((behavior) => textAt(behavior, "PathPattern"))).toEqual([
    ...dashboardPaths.pages,
    dashboardPaths.assets,
  ]);
});

it("the behaviours of the dashboard compress, and have its function, its headers and the managed cache policy", () => {
  const all = synthesis();
  const [request] = all
    .ofType("AWS::CloudFront::Function")
    .filter(({ properties }) => properties["FunctionCode"] === edgeFunctionCode("dashboard-request"));
  const protocol = only(all, "AWS::CloudFront::OriginRequestPolicy");
  const headers = policyWithCsp(all);
  for (const behavior of bucketBehaviors(all)) {
    expect(behavior).toMatchObject({
      // CachingOptimized
      CachePolicyId: "658327ea-f89d-4fab-a63d-7e88639e58f6",
      Compress: true,
      FunctionAssociations: [
        { EventType: "viewer-request", FunctionARN: { "Fn::GetAtt": [request?.logicalId, "FunctionARN"] } },
      ],
      OriginRequestPolicyId: { Ref: protocol.logicalId },
      ResponseHeadersPolicyId: { Ref: headers.logicalId },
      ViewerProtocolPolicy: "allow-all",
    });
  }
  expect(protocol.properties["OriginRequestPolicyConfig"]).toMatchObject({
    HeadersConfig: { HeaderBehavior: "whitelist", Headers: ["CloudFront-Forwarded-Proto"] },
    CookiesConfig: { CookieBehavior: "none" },
    QueryStringsConfig: { QueryStringBehavior: "none" },
  });
});

function policyWithCsp(all: Synthesis): TemplateResource {
  const found = all
    .ofType("AWS::CloudFront::ResponseHeadersPolicy")
    .find(({ properties }) => JSON.stringify(properties).includes("ContentSecurityPolicy"));
  if (found === undefined) throw new Error("no policy has a Content-Security-Policy");
  return found;
}

it("the dashboard's responses forbid inline code, other origins, frames and unused features of the browser", () => {
  const config = objectAt(policyWithCsp(synthesis()).properties, "ResponseHeadersPolicyConfig");
  const csp = textAt(config, "SecurityHeadersConfig", "ContentSecurityPolicy", "ContentSecurityPolicy") ?? "";
  expect(csp.split("; ").toSorted()).toEqual([
    "base-uri 'none'",
    "connect-src 'self'",
    "default-src 'none'",
    "font-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "img-src 'self' https: data:",
    "script-src 'self'",
    "style-src 'self'",
  ]);
  expect(config).toMatchObject({
    SecurityHeadersConfig: {
      ContentSecurityPolicy: { Override: true },
      ContentTypeOptions: { Override: true },
      FrameOptions: { FrameOption: "DENY", Override: true },
      ReferrerPolicy: { ReferrerPolicy: "no-referrer", Override: true },
      StrictTransportSecurity: { AccessControlMaxAgeSec: 31_536_000, Override: true },
    },
    CustomHeadersConfig: {
      Items: [
        { Header: "Cross-Origin-Opener-Policy", Value: "same-origin", Override: true },
        { Header: "Permissions-Policy", Value: expect.stringContaining("camera=()"), Override: true },
      ],
    },
  });
});

it("the bucket is private, encrypted and open to the distribution only, and stays when the stack is deleted", () => {
  const all = synthesis();
  const { logicalId, properties } = only(all, "AWS::S3::Bucket");
  expect(properties).toMatchObject({
    BucketEncryption: {
      ServerSideEncryptionConfiguration: [{ ServerSideEncryptionByDefault: { SSEAlgorithm: "AES256" } }],
    },
    PublicAccessBlockConfiguration: {
      BlockPublicAcls: true,
      BlockPublicPolicy: true,
      IgnorePublicAcls: true,
      RestrictPublicBuckets: true,
    },
  });
  const [deny, allow, ...others] = listAt(
    only(all, "AWS::S3::BucketPolicy").properties,
    "PolicyDocument",
    "Statement",
  );
  expect(others).toEqual([]);
  expect(deny).toMatchObject({
    Effect: "Deny",
    Action: "s3:*",
    Principal: { AWS: "*" },
    Condition: { Bool: { "aws:SecureTransport": "false" } },
  });
  expect(allow).toMatchObject({
    Effect: "Allow",
    Action: ["s3:GetObject", "s3:ListBucket"],
    Principal: { Service: "cloudfront.amazonaws.com" },
  });
  const distribution = only(all, "AWS::CloudFront::Distribution").logicalId;
  expect(JSON.stringify(valueAt(allow, "Condition", "StringEquals", "AWS:SourceArn"))).toContain(
    `{"Ref":"${distribution}"}`,
  );
  expect(
    only(all, "AWS::CloudFront::OriginAccessControl").properties["OriginAccessControlConfig"],
  ).toMatchObject({
    OriginAccessControlOriginType: "s3",
    SigningBehavior: "always",
    SigningProtocol: "sigv4",
  });
  expect(rawResource(all, logicalId)["DeletionPolicy"]).toBe("Retain");
});

function rawResource({ directory }: Synthesis, logicalId: string): JsonObject {
  const name = "ContentPipelineEdge.template.json";
  return objectAt(parseJsonObject(readFileSync(join(directory, name), "utf8"), name), "Resources", logicalId);
}

it("a deployment first uploads the assets, which browsers keep for a year, then the page, which they check, and deletes no file", () => {
  const all = synthesis();
  const uploads = all.ofType("Custom::CDKBucketDeployment");
  const assets = uploads.find(({ properties }) => properties["DestinationBucketKeyPrefix"] === "assets");
  const page = uploads.find(({ properties }) => properties["DestinationBucketKeyPrefix"] === undefined);
  expect(uploads).toHaveLength(2);
  expect(assets?.properties).toMatchObject({
    Prune: false,
    SystemMetadata: { "cache-control": "public, max-age=31536000, immutable" },
  });
  expect(page?.properties).toMatchObject({
    Prune: false,
    SystemMetadata: { "cache-control": "no-cache", "content-type": "text/html; charset=utf-8" },
  });
  expect(listAt(rawResource(all, page?.logicalId ?? ""), "DependsOn")).toContain(assets?.logicalId);
});

it("the role that uploads may read the CDK's uploads and write assets and the page, and nothing else", () => {
  const all = synthesis();
  const fn = all
    .ofType("AWS::Lambda::Function")
    .find(({ logicalId }) => logicalId.startsWith("CustomCDKBucketDeployment"));
  const role = all
    .ofType("AWS::IAM::Role")
    .find(({ logicalId }) => logicalId === listAt(fn?.properties, "Role", "Fn::GetAtt")[0]);
  const { ManagedPolicyArns: managed, Policies: policies } = role?.properties ?? {};
  expect(managed).toBeUndefined();
  const statements = (Array.isArray(policies) ? policies : []).flatMap((policy) =>
    listAt(policy, "PolicyDocument", "Statement").filter(isJsonObject),
  );
  expect(statements.flatMap(({ Action }) => Action)).toEqual([
    "logs:CreateLogStream",
    "logs:PutLogEvents",
    "s3:GetObject",
    "s3:ListBucket",
    "s3:PutObject",
  ]);
  for (const { Resource } of statements) expect(Resource).not.toBe("*");
});

it("the built page names its assets by paths of the distribution, and contains no inline code", () => {
  const page = readFileSync(join(dashboardDirectory, "index.html"), "utf8");
  const named = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1] ?? "");
  const files = readdirSync(join(dashboardDirectory, "assets"));
  expect(named.length).toBeGreaterThan(1);
  for (const path of named) expect(files.map((file) => `/assets/${file}`)).toContain(path);
  expect(page).not.toMatch(/<script(?![^>]*\ssrc=)|<style|\sstyle=|\son\w+=/);
  expect(readdirSync(dashboardDirectory).toSorted()).toEqual(["assets", "index.html"]);
});
