import { LambdaIntegration, type Resource } from "aws-cdk-lib/aws-apigateway";
import { Construct } from "constructs";
import { type Route, requestSecondsMax } from "../../functions/contract/route.ts";
import type { DataStack } from "../stacks/data.ts";
import { secretsGrant, tableGrants } from "./grants.ts";
import { ServiceFunction } from "./service-function.ts";

export interface RouteFunctionProps {
  readonly route: Route;
  readonly resource: Resource;
  readonly data: DataStack;
  /** The folder that holds `api/<operationId>`. */
  readonly bundles: string;
}

/** One row of the route table: its method, the function that serves it and that function's exact grants. */
export class RouteFunction extends Construct {
  constructor(scope: Construct, id: string, { route, resource, data, bundles }: RouteFunctionProps) {
    super(scope, id);
    // Authentication, revocation and rate limit are one conditional update of the key's item.
    const authentication = route.access === "public" ? [] : (["UpdateItem"] as const);
    const sealsSecrets = route.sealsSecrets === true;

    const { lambda } = new ServiceFunction(this, "Handler", {
      bundles,
      bundle: `api/${route.operationId}`,
      description: `${route.method} ${route.path}`,
      timeoutSeconds: requestSecondsMax,
      environment: {
        TABLE_NAME: data.table.tableName,
        ...(sealsSecrets ? { SECRETS_KEY_ID: data.secretsKey.keyArn } : {}),
      },
      grants: [
        ...tableGrants(data, [...new Set([...route.tableActions, ...authentication])]),
        ...(sealsSecrets ? [secretsGrant(data, "seal")] : []),
      ],
    });

    resource.addMethod(route.method, new LambdaIntegration(lambda, { allowTestInvoke: false }));
  }
}
