import { InvokeCommand, LambdaClient } from "@aws-sdk/client-lambda";
import { parseJson, textAt } from "./emulator/json.ts";
import { type OperatorCommand, readAnswer } from "./local/operator.ts";

/**
 * Has the deployed operator's function do it, with the credentials and the region that the AWS CLI would use. Rejects
 * with an Error of one line.
 */
export async function commandOnAws<Result>(
  functionName: string,
  asked: OperatorCommand<Result>,
): Promise<Result> {
  const client = new LambdaClient({});
  const { FunctionError, Payload } = await client
    .send(new InvokeCommand({ FunctionName: functionName, Payload: JSON.stringify(asked.event) }))
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
  return readAnswer(
    asked,
    FunctionError === undefined
      ? { ok: true, payload }
      : { ok: false, message: textAt(payload, "errorMessage") ?? FunctionError },
  );
}
