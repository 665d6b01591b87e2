import { Annotations, RemovalPolicy, Stack, Validations } from "aws-cdk-lib";
import {
  AccessLevel,
  AllowedMethods,
  type BehaviorOptions,
  CachePolicy,
  Function,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  OriginRequestCookieBehavior,
  OriginRequestHeaderBehavior,
  OriginRequestPolicy,
  OriginRequestQueryStringBehavior,
  ViewerProtocolPolicy,
} from "aws-cdk-lib/aws-cloudfront";
import { S3BucketOrigin } from "aws-cdk-lib/aws-cloudfront-origins";
import { BlockPublicAccess, Bucket, BucketEncryption, type IBucket } from "aws-cdk-lib/aws-s3";
import { Construct, type IConstruct } from "constructs";
import { dashboardPaths } from "../edge/dashboard-paths.ts";
import { edgeFunctionCode } from "../edge/edge-function.ts";
import { dashboardHeaders } from "./dashboard-headers.ts";
import { DashboardUpload } from "./dashboard-upload.ts";

/**
 * The built dashboard in a private bucket that only the distribution can read, and the behaviours by which the distribution
 * serves it.
 */
export class DashboardSite extends Construct {
  /** By path pattern. */
  readonly behaviors: Readonly<Record<string, BehaviorOptions>>;

  /** @param directory the folder that `buildDashboard` writes to */
  constructor(scope: Construct, id: string, directory: string) {
    super(scope, id);
    const bucket: IConstruct = new Bucket(this, "Bucket", {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      removalPolicy: RemovalPolicy.RETAIN,
    });
    Validations.of(bucket).acknowledge({
      id: "AwsSolutions-S1",
      reason:
        "It holds public files without customer data, and only the distribution and a deployment read it.",
    });
    if (!isBucket(bucket)) throw new Error("unreachable");
    new DashboardUpload(this, "Upload", { directory, bucket });
    this.behaviors = behaviors(this, bucket);
  }
}

/** A `Bucket` is an `IBucket`, which its type does not say under `exactOptionalPropertyTypes`. */
function isBucket(one: IConstruct): one is IBucket {
  return one instanceof Bucket;
}

function behaviors(scope: Construct, bucket: IBucket): Record<string, BehaviorOptions> {
  Annotations.of(Stack.of(scope)).acknowledgeWarning(
    "@aws-cdk/aws-cloudfront-origins:listBucketSecurityRisk",
    "The function sends no request for the bucket itself, which S3 would answer with the list of its files.",
  );
  const request = new Function(scope, "Request", {
    comment: "Redirects plain HTTP with 301, and gives every view of the dashboard its page",
    code: FunctionCode.fromInline(edgeFunctionCode("dashboard-request")),
    runtime: FunctionRuntime.JS_2_0,
  });
  const protocol = new OriginRequestPolicy(scope, "Protocol", {
    comment:
      "Adds CloudFront-Forwarded-Proto, which the function reads, and sends nothing of the viewer to the bucket",
    headerBehavior: OriginRequestHeaderBehavior.allowList("CloudFront-Forwarded-Proto"),
    cookieBehavior: OriginRequestCookieBehavior.none(),
    queryStringBehavior: OriginRequestQueryStringBehavior.none(),
  });
  const behavior: BehaviorOptions = {
    origin: S3BucketOrigin.withOriginAccessControl(bucket, {
      // Without LIST, S3 returns 403 for a file that it does not have.
      originAccessLevels: [AccessLevel.READ, AccessLevel.LIST],
    }),
    viewerProtocolPolicy: ViewerProtocolPolicy.ALLOW_ALL,
    // The function responds to other methods than GET and HEAD. CloudFront itself would return a page of its own.
    allowedMethods: AllowedMethods.ALLOW_ALL,
    // Its shortest time is a second, also for `no-cache`.
    cachePolicy: CachePolicy.CACHING_OPTIMIZED,
    compress: true,
    originRequestPolicy: protocol,
    responseHeadersPolicy: dashboardHeaders(scope),
    functionAssociations: [{ function: request, eventType: FunctionEventType.VIEWER_REQUEST }],
  };
  return Object.fromEntries([...dashboardPaths.pages, dashboardPaths.assets].map((path) => [path, behavior]));
}
