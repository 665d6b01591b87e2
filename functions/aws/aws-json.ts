import { createHash, createHmac } from "node:crypto";
import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { SignatureV4 } from "@smithy/signature-v4";
import { trusted } from "../domain/trusted.ts";
import { AwsError } from "./aws-error.ts";

/** Where a service is called, and as whom. */
export interface AwsOptions {
  /** @default the environment variable AWS_ENDPOINT_URL_<SERVICE> or AWS_ENDPOINT_URL, or the service in the region */
  endpoint?: string;
  /** @default the environment variable AWS_REGION */
  region?: string;
  /** @default those of the function, which are in its environment variables */
  credentials?: Credentials;
  /** The most attempts of a call, if each one fails for a passing reason. @default 3, as in the AWS SDK */
  attemptsMax?: number;
  /** How long a call waits while the service sends nothing. @default 10 s; the AWS SDK waits for ever */
  timeoutMs?: number;
}

interface Credentials {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string;
}

/** A service that speaks AWS's JSON protocol. */
interface Service {
  /** As in its host name and in signatures: `dynamodb`. */
  name: string;
  /** What comes before the operation in the header X-Amz-Target. */
  targetPrefix: string;
  /** @default "1.0" */
  jsonVersion?: "1.1";
}

/**
 * Calls an operation with a JSON text, and returns the text of the response. Repeats the call after an error of the connection or
 * of the server, and after throttling.
 * @throws {AwsError} for every response but 200
 */
type CallService = (operation: string, body: string) => Promise<string>;

/** The input and the output of one operation. */
export interface Operation<Input, Output> {
  input: Input;
  output: Output;
}

/** A service with its operations. */
export interface Client<Operations extends Record<keyof Operations, Operation<object, unknown>>> {
  /** Calls an operation. @throws {AwsError} with the code of the service as its name */
  send<Name extends keyof Operations & string>(
    operation: Name,
    input: Operations[Name]["input"],
  ): Promise<Operations[Name]["output"]>;
}

const socketsMax = 50;
const firstDelayMs = 50;

/** Opens a service. Its connections stay open between calls, and between the invocations of a function. */
export function openService(service: Service, options: AwsOptions = {}): CallService {
  const { region = variable("AWS_REGION"), attemptsMax = 3, timeoutMs = 10_000 } = options;
  const url = new URL(options.endpoint ?? endpointOf(service, region));
  const { protocol, hostname, host, port } = url;
  const transport = protocol === "http:" ? http : https;
  const agent = new transport.Agent({ keepAlive: true, maxSockets: socketsMax });
  const signer = new SignatureV4({
    service: service.name,
    region,
    credentials: options.credentials ?? functionCredentials,
    sha256: Sha256,
  });

  const send = async (operation: string, body: string): Promise<{ status: number; text: string }> => {
    const { headers } = await signer.sign({
      method: "POST",
      protocol,
      hostname,
      path: "/",
      query: {},
      headers: {
        "content-length": String(Buffer.byteLength(body)),
        "content-type": `application/x-amz-json-${service.jsonVersion ?? "1.0"}`,
        host,
        "x-amz-target": `${service.targetPrefix}.${operation}`,
      },
      body,
    });
    return new Promise((resolve, reject) => {
      const target = { hostname, port, path: "/", method: "POST", headers, agent, timeout: timeoutMs };
      const request = transport.request(target, (response) => {
        textOf(response).then((text) => resolve({ status: response.statusCode ?? 0, text }), reject);
      });
      request.on("error", reject);
      request.on("timeout", () => request.destroy(new NoResponse(service.name, timeoutMs)));
      request.end(body);
    });
  };

  return async (operation, body) => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const { status, text } = await send(operation, body);
        if (status === 200) return text;
        throw errorOf(status, text);
      } catch (error) {
        if (attempt >= attemptsMax || !isPassing(error)) throw error;
        await sleep(firstDelayMs * 2 ** attempt * Math.random());
      }
    }
  };
}

class NoResponse extends Error {
  readonly code = "ETIMEDOUT";

  constructor(service: string, timeoutMs: number) {
    super(`${service} has not responded for ${timeoutMs} ms`);
    this.name = "NoResponse";
  }
}

/** Opens a service whose inputs and outputs are sent as they are. */
export function openClient<Operations extends Record<keyof Operations, Operation<object, unknown>>>(
  service: Service,
  options?: AwsOptions,
): Client<Operations> {
  const call = openService(service, options);
  return {
    send: async (operation, input) => trusted(JSON.parse(await call(operation, JSON.stringify(input)))),
  };
}

/** Hashes for the signer, by Node's own code. */
class Sha256 {
  readonly #hash;

  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.#hash =
      secret === undefined ? createHash("sha256") : createHmac("sha256", trusted<Uint8Array>(secret));
  }

  update(data: Uint8Array): void {
    this.#hash.update(data);
  }

  digest(): Promise<Uint8Array> {
    return Promise.resolve(this.#hash.digest());
  }

  reset(): void {
    throw new Error("The signer makes a new hash for each text");
  }
}

function textOf(response: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    response.on("data", (chunk: Buffer) => chunks.push(chunk));
    response.on("error", reject);
    response.on("end", () => resolve(Buffer.concat(chunks).toString("utf8")));
  });
}

interface ErrorBody {
  __type?: string;
  message?: string;
  Message?: string;
}

function errorOf(status: number, text: string): AwsError {
  const { __type, message, Message } = errorBodyIn(text);
  // A code may come with its namespace: com.amazonaws.dynamodb.v20120810#ThrottlingException.
  const code = __type?.replace(/^.*#/, "") ?? "UnknownError";
  return new AwsError(code, message ?? Message ?? `HTTP status ${status}`, { status, body: text });
}

/** Something between the function and the service may respond with a text that is no JSON. Then the status says enough. */
function errorBodyIn(text: string): ErrorBody {
  try {
    return trusted<ErrorBody | null>(JSON.parse(text)) ?? {};
  } catch {
    return {};
  }
}

/** Whether a later call may succeed: there was no connection, the service has a fault, or it has too much to do. */
function isPassing(error: unknown): boolean {
  if (!(error instanceof AwsError)) return error instanceof Error && "code" in error;
  return (
    error.status >= 500 ||
    error.status === 429 ||
    /Throttl|Throughput|RequestLimit|TooManyRequests|InProgress/.test(error.name)
  );
}

function endpointOf({ name }: Service, region: string): string {
  const own = process.env[`AWS_ENDPOINT_URL_${name.toUpperCase()}`] ?? process.env["AWS_ENDPOINT_URL"];
  return own ?? `https://${name}.${region}.${domainOf(region)}`;
}

function domainOf(region: string): string {
  if (region.startsWith("cn-")) return "amazonaws.com.cn";
  return region.startsWith("eusc-") ? "amazonaws.eu" : "amazonaws.com";
}

async function functionCredentials(): Promise<Credentials> {
  const sessionToken = process.env["AWS_SESSION_TOKEN"];
  return {
    accessKeyId: variable("AWS_ACCESS_KEY_ID"),
    secretAccessKey: variable("AWS_SECRET_ACCESS_KEY"),
    ...(sessionToken !== undefined && { sessionToken }),
  };
}

function variable(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`The environment variable ${name} is not set`);
  return value;
}
