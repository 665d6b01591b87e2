import type { Assembly } from "../assembly.ts";
import { type Json, listAt, textAt, valueAt } from "../json.ts";

/**
 * Throws an Error where API Gateway on AWS could not invoke the function of an integration. `roleArn` must be a role of the
 * template that API Gateway can assume, and its inline policies must allow lambda:InvokeFunction on the function's ARN.
 */
export function checkInvokeRole(
  assembly: Assembly,
  roleArn: string | undefined,
  functionArn: string,
  where: string,
): void {
  const role = assembly.ofType("AWS::IAM::Role").find(({ attributes }) => attributes["Arn"] === roleArn);
  if (role === undefined)
    throw new Error(`${where}: the credentials of its integration are not a role of the template`);
  const isAssumable = listAt(role.properties, "AssumeRolePolicyDocument", "Statement").some(
    (statement) =>
      allows(statement, "sts:AssumeRole") &&
      textAt(statement, "Principal", "Service") === "apigateway.amazonaws.com",
  );
  if (!isAssumable) throw new Error(`${where}: API Gateway cannot assume its role ${role.logicalId}`);
  const isAllowed = listAt(role.properties, "Policies")
    .flatMap((policy) => listAt(policy, "PolicyDocument", "Statement"))
    .some(
      (statement) =>
        allows(statement, "lambda:InvokeFunction") && oneOrMore(statement, "Resource").includes(functionArn),
    );
  if (!isAllowed)
    throw new Error(`${where}: its role ${role.logicalId} does not allow it to invoke its function`);
}

function allows(statement: Json, action: string): boolean {
  return textAt(statement, "Effect") === "Allow" && oneOrMore(statement, "Action").includes(action);
}

function oneOrMore(statement: Json, name: string): readonly Json[] {
  const value = valueAt(statement, name);
  return typeof value === "string" ? [value] : listAt(statement, name);
}
