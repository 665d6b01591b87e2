import { localRegion } from "./assembly/identities.ts";
import { type Json, type JsonObject, parseJsonObject, textAt } from "./json.ts";

/** An AWS service's refusal; `code` is its error type, such as `ResourceNotFoundException`. */
export class AwsError extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

// The local engines ask for a signature and do not check it.
const authorization = `AWS4-HMAC-SHA256 Credential=local/20250101/${localRegion}/local/aws4_request, SignedHeaders=host, Signature=0`;

/**
 * One call of AWS's JSON protocol on a local engine, such as `DynamoDB_20120810.ListTables`.
 * Throws AwsError when the engine refuses, fetch's own error when it cannot be reached.
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
  const answer = text === "" ? {} : parseJsonObject(text, `The answer to ${target}`);
  if (response.ok) return answer;
  const code = textAt(answer, "__type")?.split("#").at(-1) ?? `HTTP ${response.status}`;
  throw new AwsError(
    code,
    `${target}: ${code}: ${textAt(answer, "message") ?? textAt(answer, "Message") ?? ""}`,
  );
}
