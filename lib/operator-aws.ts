import { InvokeCommand, LambdaClient } from "@aws-sdk/client-lambda";
import { parseJson, textAt } from "./emulator/json.ts";
import { type OperatorCommand, readResult } from "./local/operator.ts";

/**
 * Runs an operator's command on AWS: invokes the deployed operator's function with the AWS CLI's credentials and region.
 * Rejects with an Error of one line.
 */
export async function commandOnAws<Result>(
  functionName: string,
  command: OperatorCommand<Result>,
): Promise<Result> {
  const client = new LambdaClient({});
  const { FunctionError, Payload } = await client
    .send(new InvokeCommand({ FunctionName: functionName, Payload: JSON.stringify(command.event) }))
    .catch((error: unknown) => {
      const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
      throw new Error(
        `The function ${functionName} could not be invoked (${reason.replaceAll(/\s+/g, " ")}).`,
        {
          cause: error,
        },
      );
    });
  const payload = parseJson(Payload?.transformToString() ?? "null", `The response of ${functionName}`);
  return readResult(
    command,
    FunctionError === undefined
      ? { ok: true, payload }
      : { ok: false, message: textAt(payload, "errorMessage") ?? FunctionError },
  );
}
