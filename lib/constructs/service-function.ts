import { existsSync } from "node:fs";
import { join } from "node:path";
import { Duration, Validations } from "aws-cdk-lib";
import { Architecture, Code, Function, LoggingFormat, Runtime, Tracing } from "aws-cdk-lib/aws-lambda";
import { Construct } from "constructs";
import { serviceName } from "../../functions/contract/metrics.ts";
import { functionRole } from "./function-role.ts";
import type { Grant } from "./grants.ts";

export interface ServiceFunctionProps {
  /** The folder that holds `api/<name>` and `workers/<name>`. */
  bundles: string;
  /** The bundle's folder in `bundles`: `api/create-brand`, `workers/relay`. */
  bundle: string;
  description: string;
  timeoutSeconds: number;
  /** How many executions the account keeps for this function, which are also its limit. @default none */
  reservedConcurrency?: number | undefined;
  environment: Readonly<Record<string, string>>;
  grants: readonly Grant[];
}

/** A third of a processor. `npm run bench:memory-sizes` prints times and costs of other sizes. */
const memoryMiB = 512;

/**
 * A Lambda function that runs one bundle. It has a log group of its own, which keeps logs for 30 days, and a role of its
 * own, which allows its grants, writing to that log group and sending traces, and nothing else.
 */
export class ServiceFunction extends Construct {
  readonly lambda: Function;

  constructor(scope: Construct, id: string, props: ServiceFunctionProps) {
    super(scope, id);

    const bundleFolder = join(props.bundles, props.bundle);
    if (!existsSync(bundleFolder))
      throw new Error(`functions/${props.bundle}.ts is missing: the stack has a function for this handler`);

    const { role, logGroup } = functionRole(this, [
      { actions: ["xray:PutTraceSegments", "xray:PutTelemetryRecords"], resources: ["*"] },
      ...props.grants.filter(({ actions }) => actions.length > 0),
    ]);
    Validations.of(role).acknowledge({
      id: "AwsSolutions-IAM5[Resource::*]",
      reason: "X-Ray's write actions and dynamodb:ListStreams support no resource.",
    });

    this.lambda = new Function(this, "Function", {
      // Without a fixed name, CloudFormation can replace the function; the description says which one it is.
      description: props.description,
      code: Code.fromAsset(bundleFolder),
      handler: "index.handler",
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      memorySize: memoryMiB,
      timeout: Duration.seconds(props.timeoutSeconds),
      ...(props.reservedConcurrency === undefined
        ? {}
        : { reservedConcurrentExecutions: props.reservedConcurrency }),
      environment: { ...props.environment, POWERTOOLS_SERVICE_NAME: serviceName },
      loggingFormat: LoggingFormat.JSON,
      logGroup,
      tracing: Tracing.ACTIVE,
      // All grants are in the role above. The CDK would add its own in a second policy.
      role: role.withoutPolicyUpdates(),
    });
  }
}
