import { isJsonObject, type Json, type JsonObject } from "../json.ts";

/**
 * What the emulator does with a property and everything in it:
 * `honoured` — it does what the property says; `no local meaning` — nothing on one machine depends on the property.
 * An object lists the properties inside; `*` stands for any other name. A list is checked element by element. A property
 * that is not listed is an error.
 */
type Shape = "honoured" | "no local meaning" | { readonly [property: string]: Shape };

const yes = "honoured";
const moot = "no local meaning";

const keySchema: Shape = { AttributeName: yes, KeyType: yes };
const projection: Shape = { ProjectionType: yes, NonKeyAttributes: yes };

const cacheBehavior: Shape = {
  AllowedMethods: yes,
  CachedMethods: yes,
  CachePolicyId: yes,
  Compress: moot,
  FunctionAssociations: { EventType: yes, FunctionARN: yes },
  OriginRequestPolicyId: yes,
  PathPattern: yes,
  ResponseHeadersPolicyId: yes,
  TargetOriginId: yes,
  ViewerProtocolPolicy: yes,
};

/** https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-swagger-extensions-integration.html */
const operation: Shape = {
  parameters: moot,
  responses: moot,
  "x-amazon-apigateway-integration": {
    credentials: yes,
    httpMethod: yes,
    timeoutInMillis: yes,
    type: yes,
    uri: yes,
  },
};

/** An OpenAPI document with API Gateway's extensions. */
const apiDefinition: Shape = {
  openapi: moot,
  info: moot,
  paths: { "*": { delete: operation, get: operation, patch: operation, post: operation, put: operation } },
  "x-amazon-apigateway-gateway-responses": {
    "*": { responseParameters: yes, responseTemplates: yes, statusCode: yes },
  },
};

/** Every resource type that the emulator knows, with every property that it knows. */
export const resourceShapes: Readonly<Record<string, Shape>> = {
  "AWS::DynamoDB::Table": {
    TableName: yes,
    AttributeDefinitions: { AttributeName: yes, AttributeType: yes },
    KeySchema: keySchema,
    GlobalSecondaryIndexes: {
      IndexName: yes,
      KeySchema: keySchema,
      Projection: projection,
      ContributorInsightsSpecification: moot,
      OnDemandThroughput: moot,
      WarmThroughput: moot,
    },
    StreamSpecification: { StreamViewType: yes, ResourcePolicy: moot },
    BillingMode: moot,
    ContributorInsightsSpecification: moot,
    DeletionProtectionEnabled: moot,
    OnDemandThroughput: moot,
    PointInTimeRecoverySpecification: moot,
    ResourcePolicy: moot,
    SSESpecification: moot,
    Tags: moot,
    // Expired items are deleted late, as on AWS. Readers must check the expiry themselves.
    TimeToLiveSpecification: { AttributeName: yes, Enabled: yes },
    WarmThroughput: moot,
  },
  "AWS::KMS::Key": {
    Description: moot,
    Enabled: moot,
    EnableKeyRotation: moot,
    KeyPolicy: moot,
    KeySpec: moot,
    KeyUsage: moot,
    PendingWindowInDays: moot,
    RotationPeriodInDays: moot,
    Tags: moot,
  },
  "AWS::KMS::Alias": { AliasName: yes, TargetKeyId: yes },
  "AWS::SecretsManager::Secret": {
    Description: moot,
    // The emulator makes every value of 40 hexadecimal digits.
    GenerateSecretString: { ExcludePunctuation: moot, PasswordLength: moot },
    KmsKeyId: moot,
    Name: yes,
    Tags: moot,
  },
  "AWS::SQS::Queue": {
    QueueName: yes,
    DelaySeconds: yes,
    MaximumMessageSize: yes,
    MessageRetentionPeriod: yes,
    ReceiveMessageWaitTimeSeconds: yes,
    RedrivePolicy: { deadLetterTargetArn: yes, maxReceiveCount: yes },
    VisibilityTimeout: yes,
    KmsDataKeyReusePeriodSeconds: moot,
    KmsMasterKeyId: moot,
    RedriveAllowPolicy: moot,
    SqsManagedSseEnabled: moot,
    Tags: moot,
  },
  "AWS::SQS::QueuePolicy": { PolicyDocument: moot, Queues: moot },
  "AWS::Lambda::Function": {
    FunctionName: yes,
    Code: { S3Bucket: moot, S3Key: yes },
    Environment: { Variables: yes },
    Handler: yes,
    MemorySize: yes,
    ReservedConcurrentExecutions: yes,
    Timeout: yes,
    Architectures: moot,
    Description: moot,
    LoggingConfig: moot,
    RecursiveLoop: moot,
    Role: moot,
    Runtime: yes,
    RuntimeManagementConfig: moot,
    Tags: moot,
    TracingConfig: moot,
  },
  "AWS::Lambda::EventSourceMapping": {
    BatchSize: yes,
    BisectBatchOnFunctionError: yes,
    DestinationConfig: { OnFailure: { Destination: yes } },
    Enabled: yes,
    EventSourceArn: yes,
    FilterCriteria: { Filters: { Pattern: yes } },
    FunctionName: yes,
    FunctionResponseTypes: yes,
    MaximumBatchingWindowInSeconds: yes,
    MaximumRecordAgeInSeconds: yes,
    MaximumRetryAttempts: yes,
    MetricsConfig: moot,
    ParallelizationFactor: moot,
    ScalingConfig: { MaximumConcurrency: yes },
    StartingPosition: yes,
    Tags: moot,
  },
  "AWS::Logs::LogGroup": {
    DataProtectionPolicy: moot,
    KmsKeyId: moot,
    LogGroupClass: moot,
    LogGroupName: yes,
    RetentionInDays: moot,
    Tags: moot,
  },
  "AWS::IAM::Role": {
    AssumeRolePolicyDocument: moot,
    Description: moot,
    ManagedPolicyArns: moot,
    MaxSessionDuration: moot,
    Path: moot,
    PermissionsBoundary: moot,
    Policies: moot,
    RoleName: yes,
    Tags: moot,
  },
  "AWS::IAM::Policy": { PolicyDocument: moot, PolicyName: moot, Roles: moot },
  "AWS::Scheduler::ScheduleGroup": { Name: yes, Tags: moot },
  "AWS::Scheduler::Schedule": {
    Description: moot,
    FlexibleTimeWindow: { Mode: yes, MaximumWindowInMinutes: moot },
    GroupName: yes,
    Name: yes,
    ScheduleExpression: yes,
    ScheduleExpressionTimezone: yes,
    State: yes,
    Target: {
      Arn: yes,
      Input: yes,
      RoleArn: moot,
      // The emulator calls a target again until it accepts the event.
      DeadLetterConfig: moot,
      RetryPolicy: moot,
    },
  },
  "AWS::ApiGateway::RestApi": {
    ApiKeySourceType: moot,
    BinaryMediaTypes: yes,
    Body: apiDefinition,
    Description: moot,
    DisableExecuteApiEndpoint: moot,
    EndpointConfiguration: moot,
    EndpointAccessMode: moot,
    MinimumCompressionSize: moot,
    Name: yes,
    Policy: moot,
    SecurityPolicy: moot,
    Tags: moot,
  },
  "AWS::ApiGateway::Deployment": { Description: moot, RestApiId: yes },
  "AWS::ApiGateway::Stage": {
    AccessLogSetting: moot,
    DeploymentId: yes,
    Description: moot,
    MethodSettings: {
      DataTraceEnabled: moot,
      HttpMethod: yes,
      LoggingLevel: moot,
      MetricsEnabled: moot,
      ResourcePath: yes,
      ThrottlingBurstLimit: yes,
      ThrottlingRateLimit: yes,
    },
    RestApiId: yes,
    StageName: yes,
    Tags: moot,
    TracingEnabled: moot,
  },
  "AWS::ApiGateway::Account": { CloudWatchRoleArn: moot },
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
        OriginCustomHeaders: yes,
        OriginPath: yes,
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
  "AWS::CloudFront::OriginRequestPolicy": { OriginRequestPolicyConfig: yes },
  "AWS::CloudFront::ResponseHeadersPolicy": { ResponseHeadersPolicyConfig: yes },
  "AWS::CloudWatch::Alarm": {
    ActionsEnabled: moot,
    AlarmActions: moot,
    AlarmDescription: moot,
    AlarmName: yes,
    ComparisonOperator: moot,
    DatapointsToAlarm: moot,
    Dimensions: moot,
    EvaluateLowSampleCountPercentile: moot,
    EvaluationPeriods: moot,
    ExtendedStatistic: moot,
    InsufficientDataActions: moot,
    MetricName: moot,
    Metrics: moot,
    Namespace: moot,
    OKActions: moot,
    Period: moot,
    Statistic: moot,
    Tags: moot,
    Threshold: moot,
    TreatMissingData: moot,
    Unit: moot,
  },
  // Graphs of CloudWatch's metrics. Functions print their metrics to their log.
  "AWS::CloudWatch::Dashboard": { DashboardBody: moot, DashboardName: moot },
  "AWS::SNS::Topic": { DisplayName: moot, KmsMasterKeyId: moot, Tags: moot, TopicName: yes },
};

/** Throws an Error that names the first property of `properties` that `shape` does not list. */
export function checkShape(properties: JsonObject, shape: Shape, where: string, path = ""): void {
  if (typeof shape === "string") return;
  for (const [name, value] of Object.entries(properties)) {
    const below = Object.hasOwn(shape, name) ? shape[name] : shape["*"];
    if (below === undefined)
      throw new Error(`${where}: the emulator does not know the property ${path}${name}`);
    for (const item of items(value))
      if (isJsonObject(item)) checkShape(item, below, where, `${path}${name}.`);
  }
}

function items(value: Json): readonly Json[] {
  return Array.isArray(value) ? value : [value];
}
