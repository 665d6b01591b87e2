import { RemovalPolicy } from "aws-cdk-lib";
import { PolicyDocument, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { LogGroup, RetentionDays } from "aws-cdk-lib/aws-logs";
import type { Construct } from "constructs";
import { allow, type Grant } from "./grants.ts";

/**
 * Creates a log group of its own for a function, which keeps logs for 30 days, and a role that may write to that log group, do
 * what the grants allow, and nothing else.
 */
export function functionRole(scope: Construct, grants: readonly Grant[]): { role: Role; logGroup: LogGroup } {
  const logGroup = new LogGroup(scope, "Logs", {
    retention: RetentionDays.ONE_MONTH,
    removalPolicy: RemovalPolicy.DESTROY,
  });
  const writesLogs = {
    actions: ["logs:CreateLogStream", "logs:PutLogEvents"],
    resources: [logGroup.logGroupArn],
  };
  const role = new Role(scope, "Role", {
    assumedBy: new ServicePrincipal("lambda.amazonaws.com"),
    inlinePolicies: { Grants: new PolicyDocument({ statements: [writesLogs, ...grants].map(allow) }) },
  });
  return { role, logGroup };
}
