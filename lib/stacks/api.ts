import { Aws, Duration, RemovalPolicy, Stack, Validations } from "aws-cdk-lib";
import {
  AccessLogField,
  AccessLogFormat,
  ApiDefinition,
  EndpointType,
  LogGroupLogDestination,
  type MethodDeploymentOptions,
  MethodLoggingLevel,
  SpecRestApi,
} from "aws-cdk-lib/aws-apigateway";
import { LogGroup, RetentionDays } from "aws-cdk-lib/aws-logs";
import type { Construct } from "constructs";
import { defaultThrottle, type Route, type Throttle } from "../../functions/contract/route.ts";
import { routes as serviceRoutes } from "../../functions/contract/routes.ts";
import { apiDefinition } from "../constructs/api-definition.ts";
import { pascalCase } from "../constructs/construct-id.ts";
import { EdgeSecrets } from "../constructs/edge-secrets.ts";
import { withInvokeRoles } from "../constructs/invoke-roles.ts";
import { RouteFunction } from "../constructs/route-function.ts";
import { serviceAlarm } from "../constructs/service-alarm.ts";
import type { DataStack } from "./data.ts";
import { serviceStackProps } from "./service-stack.ts";

const apiName = "content-pipeline";
/** One can be a client that lost its connection. More than five are a fault of the service. */
const serverErrorsMax = 5;

export interface ApiStackProps {
  data: DataStack;
  /** The folder that holds `api/<operationId>`. */
  bundles: string;
  /** @default the service's route table */
  routes?: Readonly<Record<string, Route>>;
}

/** The REST API: one method and one function for each row of the route table. */
export class ApiStack extends Stack {
  /** The API's host name, without its stage. */
  readonly domainName: string;
  readonly stageName: string;
  readonly edgeSecrets: EdgeSecrets;

  constructor(scope: Construct, id: string, { data, bundles, routes = serviceRoutes }: ApiStackProps) {
    super(
      scope,
      id,
      serviceStackProps("The REST API of the Content Pipeline Service, one function per endpoint"),
    );

    const accessLogs = new LogGroup(this, "AccessLogs", {
      retention: RetentionDays.ONE_MONTH,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    this.edgeSecrets = new EdgeSecrets(this, "EdgeSecrets");
    const { edgeSecrets } = this;
    const functions = Object.entries(routes).map(([name, route]) => ({
      route,
      functionArn: new RouteFunction(this, pascalCase(name), { route, data, edgeSecrets, bundles }).lambda
        .functionArn,
    }));
    const api = new SpecRestApi(this, "Api", {
      apiDefinition: ApiDefinition.fromInline(apiDefinition(apiName, withInvokeRoles(this, functions))),
      restApiName: apiName,
      description: "Content Pipeline Service",
      endpointTypes: [EndpointType.REGIONAL],
      deployOptions: {
        // The version is not in the stage: it is the first segment of every path.
        stageName: "live",
        tracingEnabled: true,
        ...methodOptions(defaultThrottle),
        methodOptions: ownThrottles(Object.values(routes)),
        accessLogDestination: new LogGroupLogDestination(accessLogs),
        accessLogFormat: AccessLogFormat.custom(accessLogLine),
      },
      cloudWatchRole: true,
    });
    this.domainName = `${api.restApiId}.execute-api.${Aws.REGION}.${Aws.URL_SUFFIX}`;
    this.stageName = api.deploymentStage.stageName;

    serviceAlarm(this, "ServerErrors", {
      metric: api.metricServerError({ period: Duration.minutes(5), statistic: "Sum" }),
      above: serverErrorsMax,
      evaluationPeriods: 1,
      impact: "Requests fail with internal_error. Clients that retry may succeed.",
      action:
        "Find the routes in the access log (status 500). Then read the errors in the logs of their functions.",
      notify: data.alarms,
    });
    acknowledgeFindings(this, api);
  }
}

/** The settings of a method. A method with settings of its own has none of the stage's, so each has all of them. */
function methodOptions({ requestsPerSecond, burst }: Throttle): MethodDeploymentOptions {
  return {
    metricsEnabled: true,
    // Bodies hold customers' content and secrets, so no log may hold the data of requests.
    loggingLevel: MethodLoggingLevel.ERROR,
    dataTraceEnabled: false,
    throttlingRateLimit: requestsPerSecond,
    throttlingBurstLimit: burst,
  };
}

function ownThrottles(routes: readonly Route[]): Record<string, MethodDeploymentOptions> {
  return Object.fromEntries(
    routes.flatMap(({ method, path, throttle }) =>
      throttle === undefined ? [] : [[`${path}/${method}`, methodOptions(throttle)]],
    ),
  );
}

const accessLogLine = JSON.stringify({
  requestId: AccessLogField.contextRequestId(),
  time: AccessLogField.contextRequestTimeEpoch(),
  sourceIp: AccessLogField.contextIdentitySourceIp(),
  method: AccessLogField.contextHttpMethod(),
  resource: AccessLogField.contextResourcePath(),
  status: AccessLogField.contextStatus(),
  latencyMs: AccessLogField.contextResponseLatency(),
  error: AccessLogField.contextErrorResponseType(),
});

function acknowledgeFindings(stack: Stack, api: SpecRestApi): void {
  Validations.of(stack).acknowledge(
    {
      id: "AwsSolutions-APIG2",
      reason: "Each function validates requests with the contract's schemas and lists every invalid field.",
    },
    {
      id: "AwsSolutions-APIG3",
      reason: "The service limits the rate of each key. A web ACL is the operator's choice.",
    },
    {
      id: "AwsSolutions-APIG4",
      reason: "Each function checks the bearer key in the write that also limits its rate.",
    },
    { id: "AwsSolutions-COG4", reason: "Clients are programs with API keys, not people in a user pool." },
  );
  Validations.of(api).acknowledge({
    id: "AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AmazonAPIGatewayPushToCloudWatchLogs]",
    reason: "API Gateway needs this role once in every account. AWS documents this policy for it.",
  });
}
