import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { lambda, temporaryFolder, writeAssembly } from "./assembly-fixture.ts";

export const script = `export const words = ${JSON.stringify("content ".repeat(500))};\n`;
export const page = "<!doctype html><title>Site</title>";
export const image = Buffer.alloc(2_000, 7);

/** The files of the bucket's two deployments, by the name of their asset. */
const files: Readonly<Record<string, Readonly<Record<string, string | Buffer>>>> = {
  pages: { "index.html": page },
  assets: { "app-1a2b3c4d.js": script, "images/logo.png": image, "unknown.xyz": "?" },
};

/** Parts of the template that a test replaces. A property that is undefined is left out. */
export interface Changes {
  behavior?: object;
  bucket?: object;
  control?: object;
  deployment?: object;
  headers?: object;
  origin?: object;
  statement?: object;
}

const allMethods = ["GET", "HEAD", "OPTIONS", "PUT", "PATCH", "POST", "DELETE"];
const bucketArn = { "Fn::GetAtt": ["Bucket", "Arn"] };

/** What every deployment has. */
const upload = (asset: string) => ({
  ServiceToken: { "Fn::GetAtt": ["Uploader", "Arn"] },
  SourceBucketNames: ["uploads"],
  SourceObjectKeys: [`${asset}.zip`],
  DestinationBucketName: { Ref: "Bucket" },
  Prune: false,
});

/** Writes an assembly with a distribution before an API and a bucket, whose files are below `/site/`. Returns its folder. */
export function writeBucketTemplate(changes: Changes = {}): string {
  const behavior = { AllowedMethods: allMethods, ViewerProtocolPolicy: "allow-all" };
  const resources = {
    Api: { type: "AWS::ApiGateway::RestApi", Body: { openapi: "3.0.1", paths: {} } },
    Stage: { type: "AWS::ApiGateway::Stage", RestApiId: { Ref: "Api" }, StageName: "live" },
    Bucket: { type: "AWS::S3::Bucket", ...changes.bucket },
    Policy: {
      type: "AWS::S3::BucketPolicy",
      Bucket: { Ref: "Bucket" },
      PolicyDocument: {
        Statement: [
          {
            Effect: "Allow",
            Principal: { Service: "cloudfront.amazonaws.com" },
            Action: ["s3:GetObject", "s3:ListBucket"],
            Resource: [bucketArn, { "Fn::Join": ["", [bucketArn, "/*"]] }],
            Condition: {
              StringEquals: {
                "AWS:SourceArn": { "Fn::Sub": "arn:aws:cloudfront::${AWS::AccountId}:distribution/${Edge}" },
              },
            },
            ...changes.statement,
          },
        ],
      },
    },
    Control: {
      type: "AWS::CloudFront::OriginAccessControl",
      OriginAccessControlConfig: {
        Name: "control",
        OriginAccessControlOriginType: "s3",
        SigningBehavior: "always",
        SigningProtocol: "sigv4",
        ...changes.control,
      },
    },
    Headers: {
      type: "AWS::CloudFront::ResponseHeadersPolicy",
      ResponseHeadersPolicyConfig: {
        Name: "headers",
        CustomHeadersConfig: {
          Items: [
            { Header: "X-Site", Value: "yes", Override: true },
            { Header: "Cache-Control", Value: "no-store", Override: false },
          ],
        },
        SecurityHeadersConfig: {
          ContentSecurityPolicy: { ContentSecurityPolicy: "default-src 'none'", Override: true },
          ContentTypeOptions: { Override: true },
          FrameOptions: { FrameOption: "DENY", Override: true },
          ReferrerPolicy: { ReferrerPolicy: "no-referrer", Override: true },
          StrictTransportSecurity: {
            AccessControlMaxAgeSec: 60,
            IncludeSubdomains: true,
            Override: true,
            Preload: true,
          },
        },
        ...changes.headers,
      },
    },
    Pages: { type: "Custom::CDKBucketDeployment", ...upload("pages") },
    Assets: {
      type: "Custom::CDKBucketDeployment",
      ...upload("assets"),
      DestinationBucketKeyPrefix: "site",
      SystemMetadata: { "cache-control": "public, max-age=60" },
      ...changes.deployment,
    },
    Edge: {
      type: "AWS::CloudFront::Distribution",
      DistributionConfig: {
        DefaultCacheBehavior: { ...behavior, TargetOriginId: "api" },
        CacheBehaviors: ["/index.html", "/site/*"].map((PathPattern) => ({
          ...behavior,
          PathPattern,
          TargetOriginId: "bucket",
          // CachingOptimized
          CachePolicyId: "658327ea-f89d-4fab-a63d-7e88639e58f6",
          Compress: true,
          ResponseHeadersPolicyId: { Ref: "Headers" },
          ...changes.behavior,
        })),
        Origins: [
          {
            Id: "api",
            DomainName: { "Fn::Join": [".", [{ Ref: "Api" }, "execute-api.us-east-1.amazonaws.com"]] },
            OriginPath: "/live",
          },
          {
            Id: "bucket",
            DomainName: { "Fn::GetAtt": ["Bucket", "RegionalDomainName"] },
            OriginAccessControlId: { "Fn::GetAtt": ["Control", "Id"] },
            S3OriginConfig: { OriginAccessIdentity: "" },
            ...changes.origin,
          },
        ],
      },
    },
  };
  const template = {
    Resources: {
      ...Object.fromEntries(
        Object.entries(resources).map(([id, { type, ...Properties }]) => [id, { Type: type, Properties }]),
      ),
      Layer: { Type: "AWS::Lambda::LayerVersion", Properties: { Content: { S3Key: "layer.zip" } } },
      Uploader: lambda("uploader", { Runtime: "python3.13", Layers: [{ Ref: "Layer" }] }),
    },
  };
  const directory = writeAssembly(
    temporaryFolder(),
    { S: template },
    { uploader: "", pages: "", assets: "" },
  );
  writeFileSync(join(directory, "secret.txt"), "outside of the bucket");
  for (const [asset, contents] of Object.entries(files)) {
    for (const [name, content] of Object.entries(contents)) {
      const path = join(directory, `asset.${asset}`, name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, content);
    }
  }
  return directory;
}
