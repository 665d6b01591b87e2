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
  ResponseHeadersPolicy,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from "aws-cdk-lib/aws-cloudfront";
import { HttpOrigin } from "aws-cdk-lib/aws-cloudfront-origins";
import type { Construct } from "constructs";
import { edgeHeaders } from "../../functions/contract/edge.ts";
import { httpsOnlySeconds } from "../../functions/contract/transport-security.ts";
import { DashboardSite } from "../constructs/dashboard-site.ts";
import { edgeFunctionCode } from "../edge/edge-function.ts";
import type { ApiStack } from "./api.ts";
import { serviceStackProps } from "./service-stack.ts";

/** The error statuses that CloudFront caches by default and has a setting for. */
const uncachedErrors = [400, 403, 404, 405, 414, 500, 501, 502, 503, 504];

export interface EdgeStackProps {
  api: ApiStack;
  /** The folder of the built dashboard. */
  dashboard: string;
}

/**
 * The public address: CloudFront in front of the API and of the dashboard. It redirects plain HTTP with 301 and caches public
 * feeds. What is not a path of the dashboard belongs to the API.
 *
 * `-c domainName=… -c certificateArn=…` (a certificate in us-east-1) gives it a custom domain.
 */
export class EdgeStack extends Stack {
  /** `https://<domain>`, without a trailing slash. */
  readonly publicUrl: string;

  constructor(scope: Construct, id: string, { api, dashboard }: EdgeStackProps) {
    super(scope, id, serviceStackProps("The public address of the Content Pipeline Service"));
    this.addStackDependency(api);

    const viewerRequest = new Function(this, "ViewerRequest", {
      comment: "Redirects plain HTTP with 301, and sends the viewer's host and address to the API",
      code: FunctionCode.fromInline(edgeFunctionCode("viewer-request")),
      runtime: FunctionRuntime.JS_2_0,
    });
    // The API sends the header itself. CloudFront's own errors, such as a 502, have it from here.
    const responseHeadersPolicy = new ResponseHeadersPolicy(this, "ResponseHeaders", {
      comment: "HTTPS only, also for CloudFront's own errors",
      securityHeadersBehavior: {
        strictTransportSecurity: {
          accessControlMaxAge: Duration.seconds(httpsOnlySeconds),
          includeSubdomains: false,
          override: true,
        },
      },
    });
    const behavior = {
      origin: new HttpOrigin(api.domainName, {
        originPath: `/${api.stageName}`,
        protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
        readTimeout: Duration.seconds(30),
        // CloudFront replaces a header of this name that a viewer sends.
        customHeaders: { [edgeHeaders.secret]: api.edgeSecrets.current },
      }),
      // The function redirects, because CloudFront itself redirects a POST with 307.
      viewerProtocolPolicy: ViewerProtocolPolicy.ALLOW_ALL,
      // For a method that is not allowed, CloudFront would return a page of its own, not the contract's error.
      allowedMethods: AllowedMethods.ALLOW_ALL,
      // API Gateway needs its own host name. The policy also adds CloudFront-Forwarded-Proto, which the function reads.
      originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
      responseHeadersPolicy,
      functionAssociations: [{ function: viewerRequest, eventType: FunctionEventType.VIEWER_REQUEST }],
    };
    const feeds = new CachePolicy(this, "Feeds", {
      comment: "As long as the feed's Cache-Control says, and not at all without one",
      minTtl: Duration.seconds(0),
      defaultTtl: Duration.seconds(0),
      maxTtl: Duration.days(1),
      // A feed's links contain the host that the reader requested.
      headerBehavior: CacheHeaderBehavior.allowList(edgeHeaders.host, "cloudfront-forwarded-proto"),
      queryStringBehavior: CacheQueryStringBehavior.none(),
      cookieBehavior: CacheCookieBehavior.none(),
      enableAcceptEncodingGzip: true,
      enableAcceptEncodingBrotli: true,
    });

    const domain = customDomain(this);
    const distribution = new Distribution(this, "Distribution", {
      comment: "Content Pipeline Service",
      httpVersion: HttpVersion.HTTP2_AND_3,
      defaultBehavior: { ...behavior, cachePolicy: CachePolicy.CACHING_DISABLED },
      // By default, CloudFront caches an error for ten seconds and returns it to every caller.
      errorResponses: uncachedErrors.map((httpStatus) => ({ httpStatus, ttl: Duration.seconds(0) })),
      additionalBehaviors: {
        "/feeds/*": { ...behavior, cachePolicy: feeds },
        ...new DashboardSite(this, "Dashboard", dashboard).behaviors,
      },
      ...domain?.props,
    });
    Validations.of(distribution).acknowledge(
      { id: "AwsSolutions-CFR1", reason: "The service is available in every country." },
      {
        id: "AwsSolutions-CFR2",
        reason: "The service limits the rate of each key. A web ACL is the operator's choice.",
      },
      {
        id: "AwsSolutions-CFR3",
        reason: "The API's access log has every request that the cache does not serve.",
      },
      {
        id: "AwsSolutions-CFR4",
        reason: "CloudFront's own certificate determines the minimum. A custom domain gets TLSv1.2_2021.",
      },
    );

    this.publicUrl = `https://${domain?.name ?? distribution.distributionDomainName}`;
    new CfnOutput(this, "PublicUrl", {
      value: this.publicUrl,
      description: "URL of the API and the dashboard",
    });
  }
}

function customDomain(stack: Stack): { name: string; props: Partial<DistributionProps> } | undefined {
  const name: unknown = stack.node.tryGetContext("domainName");
  const certificateArn: unknown = stack.node.tryGetContext("certificateArn");
  if (name === undefined && certificateArn === undefined) return undefined;
  if (typeof name !== "string" || typeof certificateArn !== "string")
    throw new Error(
      "A custom domain needs both -c domainName=… and -c certificateArn=… (a certificate in us-east-1).",
    );
  const certificate = Certificate.fromCertificateArn(stack, "Certificate", certificateArn);
  return {
    name,
    props: { domainNames: [name], certificate, minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021 },
  };
}
