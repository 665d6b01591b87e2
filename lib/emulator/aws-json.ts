import { localRegion } from "./assembly/identities.ts";
import { type Json, type JsonObject, parseJsonObject, textAt } from "./json.ts";

/** An error of an AWS service. `code` is the error type, such as `ResourceNotFoundException`. */
export class AwsError extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

// The engines require a signature and do not check it.
const authorization = `AWS4-HMAC-SHA256 Credential=local/20250101/${localRegion}/local/aws4_request, SignedHeaders=host, Signature=0`;

/**
 * Calls an action of AWS's JSON protocol, such as `DynamoDB_20120810.ListTables`, on a local engine.
 * Rejects with AwsError when the engine returns an error, and with fetch's own error when it cannot be reached.
 */
export async function callAws(
  endpoint: string,
  target: string,
  body: Json,
  signal: AbortSignal | null = null,
): Promise<JsonObject> {
  const response = await fetch(endpoint, {
    method: "POST",
    headers: {
      authorization,
      "content-type": "application/x-amz-json-1.0",
      "x-amz-date": "20250101T000000Z",
      "x-amz-target": target,
    },
    body: JSON.stringify(body),
    signal,
  });
  const text = await response.text();
  const content = text === "" ? {} : parseJsonObject(text, `The response to ${target}`);
  if (response.ok) return content;
  const code = textAt(content, "__type")?.split("#").at(-1) ?? `HTTP ${response.status}`;
  throw new AwsError(
    code,
    `${target}: ${code}: ${textAt(content, "message") ?? textAt(content, "Message") ?? ""}`,
  );
}
