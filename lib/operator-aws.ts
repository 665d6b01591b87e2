import { InvokeCommand, LambdaClient } from "@aws-sdk/client-lambda";
import { isJsonObject, parseJson, textAt } from "./local/json.ts";
import { createOrgEvent } from "./local/operator.ts";
import { type Organization, organizationOf } from "./local/service-file.ts";

/**
 * Makes an organization on AWS by the deployed operator's function, with the credentials and the region that the AWS CLI
 * would use. Rejects with an Error of one line.
 */
export async function createOrganizationOnAws(functionName: string, name: string): Promise<Organization> {
  const client = new LambdaClient({});
  const { FunctionError, Payload } = await client
    .send(new InvokeCommand({ FunctionName: functionName, Payload: JSON.stringify(createOrgEvent(name)) }))
    .catch((error: unknown) => {
      const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
      throw new Error(
        `The function ${functionName} could not be invoked (${reason.replaceAll(/\s+/g, " ")}).`,
        {
          cause: error,
        },
      );
    });
  const payload = parseJson(Payload?.transformToString() ?? "null", `The answer of ${functionName}`);
  if (FunctionError !== undefined)
    throw new Error(
      `The organization could not be made: ${textAt(payload, "errorMessage") ?? FunctionError}.`,
    );
  const organization = isJsonObject(payload) ? organizationOf(payload) : undefined;
  if (organization === undefined)
    throw new Error(`${functionName} answered no organization: is it the operator's function?`);
  return organization;
}
