import { Agent, request } from "node:http";
import { text } from "node:stream/consumers";
import { type AccessKey, signedHeaders } from "./access-key.ts";
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

/** The database engines require a signature and do not check it. */
const unsigned = {
  authorization: `AWS4-HMAC-SHA256 Credential=local/20250101/${localRegion}/local/aws4_request, SignedHeaders=host, Signature=0`,
  "x-amz-date": "20250101T000000Z",
};

const agent = new Agent({ keepAlive: true });

/** How an engine is called. */
interface CallOptions {
  /** The access key that the engine checks. @default none: a database engine accepts every signature */
  accessKey?: AccessKey;
  signal?: AbortSignal;
}

/**
 * Calls an action of AWS's JSON protocol, such as `DynamoDB_20120810.ListTables`, on a local engine.
 * Rejects with AwsError when the engine returns an error, and with node:http's own error when it cannot be reached.
 */
export async function callAws(
  endpoint: string,
  target: string,
  body: Json,
  options: CallOptions = {},
): Promise<JsonObject> {
  const { status, body: response } = await post(endpoint, target, JSON.stringify(body), options);
  const content = response === "" ? {} : parseJsonObject(response, `The response to ${target}`);
  if (status >= 200 && status < 300) return content;
  const code = textAt(content, "__type")?.split("#").at(-1) ?? `HTTP ${status}`;
  throw new AwsError(
    code,
    `${target}: ${code}: ${textAt(content, "message") ?? textAt(content, "Message") ?? ""}`,
  );
}

/** By node:http, because fetch takes more than twice the CPU time and the pollers call several times a second. */
function post(
  endpoint: string,
  target: string,
  body: string,
  { accessKey, signal }: CallOptions,
): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const own = { "content-type": "application/x-amz-json-1.0", "x-amz-target": target };
    const { host } = new URL(endpoint);
    const headers =
      accessKey === undefined
        ? { ...own, ...unsigned }
        : signedHeaders(accessKey, { host, region: localRegion, service: "local", body }, own);
    const length = { "content-length": Buffer.byteLength(body) };
    const options = { method: "POST", agent, headers: { ...headers, ...length }, ...(signal && { signal }) };
    request(endpoint, options, (response) => {
      text(response).then((read) => resolve({ status: response.statusCode ?? 0, body: read }), reject);
    })
      .on("error", reject)
      .end(body);
  });
}
