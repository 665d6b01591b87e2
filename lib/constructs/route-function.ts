import type { Function } from "aws-cdk-lib/aws-lambda";
import { Construct } from "constructs";
import { edgeSecretsVariable } from "../../functions/contract/edge.ts";
import { authenticationActions, type Route, requestSecondsMax } from "../../functions/contract/route.ts";
import type { DataStack } from "../stacks/data.ts";
import type { EdgeSecrets } from "./edge-secrets.ts";
import { secretsGrant, tableGrants } from "./grants.ts";
import { reservedConcurrency } from "./reserved-concurrency.ts";
import { ServiceFunction } from "./service-function.ts";

export interface RouteFunctionProps {
  route: Route;
  data: DataStack;
  edgeSecrets: EdgeSecrets;
  /** The folder that holds `api/<operationId>`. */
  bundles: string;
}

/** The function that serves one row of the route table, with exactly the grants that the row needs. */
export class RouteFunction extends Construct {
  readonly lambda: Function;

  constructor(scope: Construct, id: string, { route, data, edgeSecrets, bundles }: RouteFunctionProps) {
    super(scope, id);
    // One conditional update of the key's item checks that the key is valid and counts the request for the rate limit.
    const authentication = route.access === "public" ? [] : authenticationActions;
    const sealsSecrets = route.sealsSecrets === true;

    ({ lambda: this.lambda } = new ServiceFunction(this, "Handler", {
      bundles,
      bundle: `api/${route.operationId}`,
      description: `${route.method} ${route.path}`,
      timeoutSeconds: requestSecondsMax,
      reservedConcurrency: reservedConcurrency(this, "apiConcurrency"),
      environment: {
        TABLE_NAME: data.table.tableName,
        ...(sealsSecrets ? { SECRETS_KEY_ID: data.secretsKey.keyArn } : {}),
        ...(route.seesViewer === true ? { [edgeSecretsVariable]: edgeSecrets.accepted } : {}),
      },
      grants: [
        ...tableGrants(data, [...new Set([...route.tableActions, ...authentication])]),
        ...(sealsSecrets ? [secretsGrant(data, "seal")] : []),
      ],
    }));
  }
}
