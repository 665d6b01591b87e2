import { InvokeCommand, LambdaClient } from "@aws-sdk/client-lambda";
import type { AccessKey } from "../../../lib/emulator/access-key.ts";
import { type Json, parseJson } from "../../../lib/emulator/json.ts";

/** Invokes a function of a runtime by Lambda's Invoke. `failed` tells whether the payload is the function's error. */
export async function invokeFunction(
  endpoint: string,
  accessKey: AccessKey,
  name: string,
  event: Json,
): Promise<{ payload: Json; failed: boolean }> {
  const client = new LambdaClient({ endpoint, region: "us-east-1", credentials: accessKey });
  try {
    const command = new InvokeCommand({ FunctionName: name, Payload: JSON.stringify(event) });
    const { Payload, FunctionError } = await client.send(command);
    const payload = parseJson(Payload?.transformToString() ?? "null", name);
    return { payload, failed: FunctionError !== undefined };
  } finally {
    client.destroy();
  }
}
