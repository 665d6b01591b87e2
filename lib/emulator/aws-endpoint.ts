import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type AccessKey, hasSignedBody, isSignedWith } from "./access-key.ts";
import { AwsError } from "./aws-json.ts";
import { type Json, type JsonObject, parseJsonObject } from "./json.ts";
import type { Kms } from "./kms.ts";
import type { LambdaHost } from "./lambda/host.ts";
import { crossSiteProblem } from "./request-origin.ts";
import type { Scheduler } from "./scheduler.ts";

/** The HTTP endpoint of the services that this process emulates itself. */
export interface AwsEndpoint {
  endpoint: string;
  stop(): Promise<void>;
}

/** The services of the endpoint. `lambda` returns undefined until functions can run. */
export interface AwsServices {
  scheduler: Scheduler;
  kms: Kms;
  lambda: () => LambdaHost | undefined;
}

const statusOfError: Readonly<Record<string, number>> = {
  AccessDeniedException: 403,
  InvalidSignatureException: 403,
  ConflictException: 409,
  ResourceNotFoundException: 404,
};

/**
 * Serves Scheduler and Lambda's Invoke (REST-JSON) and KMS (JSON 1.1) on a free port of 127.0.0.1, for requests that are
 * signed with the access key.
 */
export async function serveAws(services: AwsServices, accessKey: AccessKey): Promise<AwsEndpoint> {
  const server = createServer((request, response) => {
    void respond(request, response);
  });

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      send(response, 200, await dispatch(request, response, services, accessKey));
    } catch (error) {
      // An unread body would block the connection for the next request.
      request.resume();
      const code = error instanceof AwsError ? error.code : "InternalServerException";
      const message = error instanceof Error ? error.message : String(error);
      response.setHeader("x-amzn-errortype", code);
      const status = error instanceof AwsError ? (statusOfError[code] ?? 400) : 500;
      send(response, status, { __type: code, message, Message: message });
    }
  }

  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The emulated services have no port");
  return {
    endpoint: `http://127.0.0.1:${address.port}`,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function dispatch(
  request: IncomingMessage,
  response: ServerResponse,
  { scheduler, kms, lambda }: AwsServices,
  accessKey: AccessKey,
): Promise<Json> {
  const problem = crossSiteProblem(request);
  if (problem !== undefined) throw new AwsError("AccessDeniedException", problem);
  if (!isSignedWith(accessKey, request)) throw unsigned();
  const bytes = await readBody(request);
  if (!hasSignedBody(request, bytes)) throw unsigned();
  const body = parseBody(bytes.toString());
  const isPost = request.method === "POST";
  const target = request.headers["x-amz-target"];
  if (isPost && typeof target === "string" && target.startsWith("TrentService."))
    return kms(target.slice("TrentService.".length), body);

  const url = new URL(request.url ?? "/", "http://localhost");
  const invoked = /^\/2015-03-31\/functions\/([^/]+)\/invocations$/.exec(url.pathname)?.[1];
  if (isPost && invoked !== undefined) return invoke(decodeURIComponent(invoked), body, response, lambda());
  const name = /^\/schedules\/([^/]+)$/.exec(url.pathname)?.[1];
  const group = url.searchParams.get("groupName") ?? "default";
  if (name === undefined) throw new AwsError("ValidationException", `No such operation: ${url.pathname}`);
  switch (request.method ?? "") {
    case "POST":
      return scheduler.create(decodeURIComponent(name), body);
    case "GET":
      return scheduler.get(decodeURIComponent(name), group);
    case "DELETE":
      scheduler.remove(decodeURIComponent(name), group);
      return {};
    default:
      throw new AwsError("ValidationException", `No such operation: ${request.method} ${url.pathname}`);
  }
}

/** https://docs.aws.amazon.com/lambda/latest/api/API_Invoke.html, RequestResponse only. */
async function invoke(
  name: string,
  event: Json,
  response: ServerResponse,
  host: LambdaHost | undefined,
): Promise<Json> {
  if (host === undefined) throw new AwsError("ServiceException", "Functions are not running yet");
  if (!host.has(name)) throw new AwsError("ResourceNotFoundException", `Function not found: ${name}`);
  const result = await host.invoke(name, event);
  if (result.ok) return result.payload;
  response.setHeader("x-amz-function-error", "Unhandled");
  const { errorType, errorMessage, trace } = result.error;
  return { errorType, errorMessage, trace: trace ?? [] };
}

function unsigned(): AwsError {
  return new AwsError(
    "InvalidSignatureException",
    "The request is not signed with the access key of this runtime.",
  );
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

function parseBody(text: string): JsonObject {
  if (text === "") return {};
  try {
    return parseJsonObject(text, "The request's body");
  } catch (error) {
    throw new AwsError("ValidationException", String(error));
  }
}

function send(response: ServerResponse, status: number, body: Json): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}
