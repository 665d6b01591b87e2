import { readFileSync } from "node:fs";
import { join } from "node:path";
import { CfnOutput, Duration, Stack, Validations } from "aws-cdk-lib";
import { Certificate } from "aws-cdk-lib/aws-certificatemanager";
import {
  AllowedMethods,
  CacheCookieBehavior,
  CacheHeaderBehavior,
  CachePolicy,
  CacheQueryStringBehavior,
  Distribution,
  type DistributionProps,
  Function,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HttpVersion,
  OriginProtocolPolicy,
  OriginRequestPolicy,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from "aws-cdk-lib/aws-cloudfront";
import { HttpOrigin } from "aws-cdk-lib/aws-cloudfront-origins";
import type { Construct } from "constructs";
import type { ApiStack } from "./api.ts";
import { serviceStackProps } from "./service-stack.ts";

/** The statuses that CloudFront caches unless told otherwise, of those that it has a setting for. */
const UNCACHED_ERRORS = [400, 403, 404, 405, 414, 500, 501, 502, 503, 504];

const VIEWER_REQUEST_SOURCE = join(import.meta.dirname, "..", "edge", "viewer-request.js");

/**
 * The public address: CloudFront in front of the API, which answers plain HTTP with 301 and caches public feeds.
 *
 * `-c domainName=… -c certificateArn=…` (a certificate of us-east-1) give it a name of its own.
 */
export class EdgeStack extends Stack {
  /** `https://<domain>`, without a slash at its end. */
  readonly publicUrl: string;

  constructor(scope: Construct, id: string, { api }: { api: ApiStack }) {
    super(scope, id, serviceStackProps("The public address of the Content Pipeline Service"));
    this.addStackDependency(api);

    const viewerRequest = new Function(this, "ViewerRequest", {
      comment: "301 for plain HTTP; tells the API the host that the viewer asked for",
      code: FunctionCode.fromInline(readFileSync(VIEWER_REQUEST_SOURCE, "utf8")),
      runtime: FunctionRuntime.JS_2_0,
    });
    const behavior = {
      origin: new HttpOrigin(api.domainName, {
        originPath: `/${api.stageName}`,
        protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
        readTimeout: Duration.seconds(30),
      }),
      // The function redirects: CloudFront's own redirect gives 307 to a POST.
      viewerProtocolPolicy: ViewerProtocolPolicy.ALLOW_ALL,
      // A refusal by method would be CloudFront's own page; the API answers in the contract's form.
      allowedMethods: AllowedMethods.ALLOW_ALL,
      // API Gateway must see its own host name. The policy also adds CloudFront-Forwarded-Proto, which the function reads.
      originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
      functionAssociations: [{ function: viewerRequest, eventType: FunctionEventType.VIEWER_REQUEST }],
    };
    const feeds = new CachePolicy(this, "Feeds", {
      comment: "As long as the feed's own Cache-Control says, and not at all without one",
      minTtl: Duration.seconds(0),
      defaultTtl: Duration.seconds(0),
      maxTtl: Duration.days(1),
      // A feed's links name the host that was asked for.
      headerBehavior: CacheHeaderBehavior.allowList("x-forwarded-host", "cloudfront-forwarded-proto"),
      queryStringBehavior: CacheQueryStringBehavior.none(),
      cookieBehavior: CacheCookieBehavior.none(),
      enableAcceptEncodingGzip: true,
      enableAcceptEncodingBrotli: true,
    });

    const domain = ownDomain(this);
    const distribution = new Distribution(this, "Distribution", {
      comment: "Content Pipeline Service",
      httpVersion: HttpVersion.HTTP2_AND_3,
      defaultBehavior: { ...behavior, cachePolicy: CachePolicy.CACHING_DISABLED },
      // One caller's error is not the next one's: CloudFront would keep it for ten seconds, whoever asks.
      errorResponses: UNCACHED_ERRORS.map((httpStatus) => ({ httpStatus, ttl: Duration.seconds(0) })),
      additionalBehaviors: { "/feeds/*": { ...behavior, cachePolicy: feeds } },
      ...domain?.props,
    });
    Validations.of(distribution).acknowledge(
      { id: "AwsSolutions-CFR1", reason: "The service is for every country." },
      {
        id: "AwsSolutions-CFR2",
        reason: "Keys are rate limited by the service; a web ACL is the operator's choice.",
      },
      {
        id: "AwsSolutions-CFR3",
        reason: "The API's access log has every request that is not served from the cache.",
      },
      {
        id: "AwsSolutions-CFR4",
        reason: "CloudFront's own certificate fixes the minimum; an own domain gets TLSv1.2_2021.",
      },
    );

    this.publicUrl = `https://${domain?.name ?? distribution.distributionDomainName}`;
    new CfnOutput(this, "PublicUrl", { value: this.publicUrl, description: "Base URL of the API" });
  }
}

function ownDomain(stack: Stack): { name: string; props: Partial<DistributionProps> } | undefined {
  const name: unknown = stack.node.tryGetContext("domainName");
  const certificateArn: unknown = stack.node.tryGetContext("certificateArn");
  if (name === undefined && certificateArn === undefined) return undefined;
  if (typeof name !== "string" || typeof certificateArn !== "string")
    throw new Error(
      "A domain of its own needs both -c domainName=… and -c certificateArn=… (a certificate of us-east-1).",
    );
  const certificate = Certificate.fromCertificateArn(stack, "Certificate", certificateArn);
  return {
    name,
    props: { domainNames: [name], certificate, minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021 },
  };
}
