import { join } from "node:path";
import { Duration, RemovalPolicy, Validations } from "aws-cdk-lib";
import { PolicyDocument, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Architecture, Code, Function, LoggingFormat, Runtime, Tracing } from "aws-cdk-lib/aws-lambda";
import { LogGroup, RetentionDays } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";
import { serviceName } from "../../functions/contract/metrics.ts";
import { allow, type Grant } from "./grants.ts";

export interface ServiceFunctionProps {
  /** The folder that holds `api/<name>` and `workers/<name>`. */
  readonly bundles: string;
  /** `api/create-brand`, `workers/relay`. */
  readonly bundle: string;
  readonly description: string;
  readonly timeoutSeconds: number;
  readonly memoryMiB?: number;
  readonly environment: Readonly<Record<string, string>>;
  readonly grants: readonly Grant[];
}

/**
 * One bundle as a Lambda function, with a log group kept for 30 days and a role of its own that holds its grants,
 * writing that log group and sending traces, and nothing else.
 */
export class ServiceFunction extends Construct {
  readonly lambda: Function;

  constructor(scope: Construct, id: string, props: ServiceFunctionProps) {
    super(scope, id);

    const logGroup = new LogGroup(this, "Logs", {
      retention: RetentionDays.ONE_MONTH,
      removalPolicy: RemovalPolicy.DESTROY,
    });

    const role = new Role(this, "Role", {
      assumedBy: new ServicePrincipal("lambda.amazonaws.com"),
      inlinePolicies: {
        Grants: new PolicyDocument({
          statements: [
            allow({
              actions: ["logs:CreateLogStream", "logs:PutLogEvents"],
              resources: [logGroup.logGroupArn],
            }),
            allow({ actions: ["xray:PutTraceSegments", "xray:PutTelemetryRecords"], resources: ["*"] }),
            ...props.grants.filter(({ actions }) => actions.length > 0).map(allow),
          ],
        }),
      },
    });
    Validations.of(role).acknowledge({
      id: "AwsSolutions-IAM5[Resource::*]",
      reason: "X-Ray's write actions, and the listing of streams, take no resource.",
    });

    this.lambda = new Function(this, "Function", {
      // A name of its own would keep CloudFormation from replacing it; the description says which it is.
      description: props.description,
      code: Code.fromAsset(join(props.bundles, props.bundle)),
      handler: "index.handler",
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      memorySize: props.memoryMiB ?? 512,
      timeout: Duration.seconds(props.timeoutSeconds),
      environment: { ...props.environment, POWERTOOLS_SERVICE_NAME: serviceName },
      loggingFormat: LoggingFormat.JSON,
      logGroup,
      tracing: Tracing.ACTIVE,
      // Its grants stand in the role above, all in one place: what the CDK would add itself would be a second policy.
      role: role.withoutPolicyUpdates(),
    });
  }
}
