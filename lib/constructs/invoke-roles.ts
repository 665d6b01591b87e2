import { PolicyDocument, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import type { Construct } from "constructs";
import type { Route } from "../../functions/contract/route.ts";
import { pascalCase } from "./construct-id.ts";
import { allow } from "./grants.ts";

/** A role's inline policies hold 10,240 characters, and a function's ARN has at most 125 of them. */
const functionsPerRoleMax = 80;

export interface RoutedFunction {
  route: Route;
  functionArn: string;
}

/**
 * Gives each function the role under which API Gateway invokes it: one role for a family of routes, in place of a
 * permission for every function. Returns the functions with the ARN of their role.
 *
 * A route's family is the first part of its path after the version. It never changes, so no deployment moves a function
 * from one policy to another, which would leave it without either for a moment.
 *
 * Throws an Error when a family has more functions than one role can name.
 */
export function withInvokeRoles<Routed extends RoutedFunction>(
  scope: Construct,
  functions: readonly Routed[],
): (Routed & { roleArn: string })[] {
  return [...Map.groupBy(functions, ({ route }) => familyOf(route))].flatMap(([family, members]) => {
    if (members.length > functionsPerRoleMax)
      throw new Error(`One role cannot name the ${members.length} functions of the routes ${family}`);
    const role = new Role(scope, `Invoke${pascalCase(family)}`, {
      assumedBy: new ServicePrincipal("apigateway.amazonaws.com"),
      inlinePolicies: {
        Functions: new PolicyDocument({
          statements: [
            allow({
              actions: ["lambda:InvokeFunction"],
              resources: members.map(({ functionArn }) => functionArn),
            }),
          ],
        }),
      },
    });
    return members.map((member) => ({ ...member, roleArn: role.roleArn }));
  });
}

/** `posts` of /v1/posts/{id}/approve, `feeds` of /feeds/{file}. */
function familyOf({ path }: Route): string {
  const family = /^\/(?:v\d+\/)?([^/]+)/.exec(path)?.[1];
  if (family === undefined) throw new Error(`The path ${path} has no first part`);
  return family;
}
