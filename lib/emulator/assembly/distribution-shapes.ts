import { moot, type Shape, yes } from "./shape.ts";

const cacheBehavior: Shape = {
  AllowedMethods: yes,
  CachedMethods: yes,
  CachePolicyId: yes,
  // Responses of the API are never compressed here.
  Compress: yes,
  FunctionAssociations: { EventType: yes, FunctionARN: yes },
  OriginRequestPolicyId: yes,
  PathPattern: yes,
  ResponseHeadersPolicyId: yes,
  TargetOriginId: yes,
  ViewerProtocolPolicy: yes,
};

/** The distribution, and the buckets behind it. */
export const distributionShapes = {
  "AWS::CloudFront::Distribution": {
    Tags: moot,
    DistributionConfig: {
      CacheBehaviors: cacheBehavior,
      Comment: moot,
      CustomErrorResponses: yes,
      DefaultCacheBehavior: cacheBehavior,
      Enabled: moot,
      HttpVersion: moot,
      IPV6Enabled: moot,
      Logging: moot,
      Origins: {
        ConnectionAttempts: moot,
        ConnectionTimeout: moot,
        CustomOriginConfig: moot,
        DomainName: yes,
        Id: yes,
        OriginAccessControlId: yes,
        OriginCustomHeaders: yes,
        OriginPath: yes,
        S3OriginConfig: { OriginAccessIdentity: yes },
      },
      PriceClass: moot,
      Restrictions: moot,
      ViewerCertificate: moot,
    },
  },
  "AWS::CloudFront::Function": {
    AutoPublish: moot,
    FunctionCode: yes,
    FunctionConfig: { Comment: moot, Runtime: yes },
    Name: yes,
    Tags: moot,
  },
  "AWS::CloudFront::CachePolicy": { CachePolicyConfig: yes },
  "AWS::CloudFront::OriginAccessControl": {
    OriginAccessControlConfig: {
      Description: moot,
      Name: moot,
      OriginAccessControlOriginType: yes,
      SigningBehavior: yes,
      SigningProtocol: moot,
    },
  },
  "AWS::CloudFront::OriginRequestPolicy": { OriginRequestPolicyConfig: yes },
  "AWS::CloudFront::ResponseHeadersPolicy": {
    ResponseHeadersPolicyConfig: {
      Comment: moot,
      CustomHeadersConfig: { Items: { Header: yes, Override: yes, Value: yes } },
      Name: moot,
      SecurityHeadersConfig: {
        ContentSecurityPolicy: { ContentSecurityPolicy: yes, Override: yes },
        ContentTypeOptions: { Override: yes },
        FrameOptions: { FrameOption: yes, Override: yes },
        ReferrerPolicy: { Override: yes, ReferrerPolicy: yes },
        StrictTransportSecurity: {
          AccessControlMaxAgeSec: yes,
          IncludeSubdomains: yes,
          Override: yes,
          Preload: yes,
        },
      },
    },
  },
  "AWS::S3::Bucket": {
    BucketEncryption: moot,
    BucketName: yes,
    OwnershipControls: moot,
    // Only the distribution can read a bucket here.
    PublicAccessBlockConfiguration: moot,
    Tags: moot,
  },
  "AWS::S3::BucketPolicy": { Bucket: yes, PolicyDocument: yes },
  // The emulator does it itself. The function that does it on AWS does not run here.
  "Custom::CDKBucketDeployment": {
    DestinationBucketKeyPrefix: yes,
    DestinationBucketName: yes,
    // Nothing is cached here.
    DistributionId: moot,
    DistributionPaths: moot,
    OutputObjectKeys: moot,
    Prune: yes,
    RetainOnDelete: moot,
    ServiceToken: yes,
    SourceBucketNames: moot,
    SourceObjectKeys: yes,
    SystemMetadata: { "cache-control": yes, "content-type": yes },
    WaitForDistributionInvalidation: moot,
  },
} satisfies Readonly<Record<string, Shape>>;
