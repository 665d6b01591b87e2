import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { listen } from "../../../lib/demo/listen.ts";
import { type AccessKey, signedHeaders } from "../../../lib/emulator/access-key.ts";
import { parseJsonObject } from "../../../lib/emulator/json.ts";
import type { Endpoints } from "../../../lib/emulator/lambda/environment.ts";
import { type AwsCall, engineOf, readCall } from "./aws-call.ts";
import { partialBatch } from "./partial-batch.ts";

/** What the proxy does with a call. */
export type Fault =
  | { kind: "none" }
  /** The engine does not get the call: the caller gets this error. */
  | { kind: "error"; status: number; code: string }
  /** The engine does not get the call: the caller's connection breaks. */
  | { kind: "reset" }
  /** The engine applies the call, and the connection breaks before the response. */
  | { kind: "lose response" }
  /** The engine gets only a part of a batch; any other call is forwarded. `after` runs before the caller gets the response. */
  | { kind: "partial"; isLeftOut: () => boolean; after?: () => Promise<void> }
  /** The engine gets the call two times at once. */
  | { kind: "twice" }
  /**
   * Runs a function before the engine gets the call, or after the engine applied it and before the caller gets the
   * response.
   */
  | { kind: "hook"; before?: () => Promise<void> | void; after?: () => Promise<void> | void };

export type FaultRule = (call: AwsCall) => Fault;

interface EngineResponse {
  status: number;
  headers: Record<string, string>;
  text: string;
}

/** For the engines that a test does not call. */
const noEngines: Endpoints = { dynamodb: "", sqs: "", scheduler: "", kms: "", lambda: "" };

/**
 * Starts a proxy between functions and the emulated services, on one port of loopback, that applies the current rule to
 * each call. Calls `onSuccess` for every call that succeeded at the engine, even if the caller gets an error. With the
 * services' access key it signs the calls whose body it changes.
 */
export async function startFaultProxy(
  given: Partial<Endpoints>,
  currentRule: () => FaultRule,
  onSuccess: (call: AwsCall) => void = () => undefined,
  accessKey?: AccessKey,
): Promise<Endpoints> {
  const engines = { ...noEngines, ...given };
  const agent = new Agent({ keepAlive: true });
  const server = createServer((incoming, response) => {
    void serve(incoming, response).catch(() => response.destroy());
  });

  async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = await textOf(incoming);
    const call = readCall(incoming, text);
    const send = async (body: string) => {
      const headers = body === text || accessKey === undefined ? {} : signAgain(incoming, body, accessKey);
      const engineResponse = await forward(engineOf(call, engines), agent, incoming, { body, headers });
      if (engineResponse.status === 200) onSuccess(call);
      return engineResponse;
    };
    const result = await responseWith(currentRule()(call), { call, text, send });
    if (result === null) response.destroy();
    else response.writeHead(result.status, result.headers).end(result.text);
  }

  // By default Node closes idle connections, which would be a fault that no rule causes.
  server.keepAliveTimeout = 0;
  const port = await listen(server);
  const endpoint = `http://127.0.0.1:${port}`;
  return { dynamodb: endpoint, sqs: endpoint, scheduler: endpoint, kms: endpoint, lambda: engines.lambda };
}

/** Returns what the caller gets; null breaks its connection. */
async function responseWith(
  fault: Fault,
  { call, text, send }: { call: AwsCall; text: string; send: (body: string) => Promise<EngineResponse> },
): Promise<EngineResponse | null> {
  switch (fault.kind) {
    case "none":
      return send(text);
    case "error":
      return errorResponse(fault.status, fault.code);
    case "reset":
      return null;
    case "lose response":
      await send(text);
      return null;
    case "twice":
      return (await Promise.all([send(text), send(text)]))[0];
    case "hook": {
      await fault.before?.();
      const response = await send(text);
      await fault.after?.();
      return response;
    }
    case "partial": {
      const batch = partialBatch(call, fault.isLeftOut);
      if (batch === undefined) return send(text);
      const { forwarded } = batch;
      const response = forwarded === null ? json(200, {}) : await send(JSON.stringify(forwarded));
      await fault.after?.();
      if (response.status !== 200) return response;
      return json(200, batch.response(parseJsonObject(response.text, call.action)));
    }
  }
}

function errorResponse(status: number, code: string): EngineResponse {
  const response = json(status, { __type: code, message: "an error for a test" });
  return { ...response, headers: { ...response.headers, "x-amzn-errortype": code } };
}

function json(status: number, body: object): EngineResponse {
  return { status, headers: { "content-type": "application/x-amz-json-1.0" }, text: JSON.stringify(body) };
}

function forward(
  engine: string,
  agent: Agent,
  incoming: IncomingMessage,
  { body, headers: own }: { body: string; headers: Record<string, string> },
): Promise<EngineResponse> {
  // The host stays: it is part of the signature.
  const { connection: _, "transfer-encoding": __, ...headers } = incoming.headers;
  return new Promise((resolve, reject) => {
    const outgoing = request(new URL(incoming.url ?? "/", engine), {
      method: incoming.method ?? "POST",
      agent,
      headers: { ...headers, ...own, "content-length": Buffer.byteLength(body) },
    });
    outgoing.on("error", reject);
    outgoing.on("response", (response) => {
      const headersKept: Record<string, string> = {};
      for (const name of ["content-type", "x-amzn-errortype", "x-amzn-requestid"]) {
        const value = response.headers[name];
        if (typeof value === "string") headersKept[name] = value;
      }
      textOf(response).then(
        (text) => resolve({ status: response.statusCode ?? 500, headers: headersKept, text }),
        reject,
      );
    });
    outgoing.end(body);
  });
}

/** Returns the headers that sign a call of AWS's JSON protocol with another body. */
function signAgain(incoming: IncomingMessage, body: string, accessKey: AccessKey): Record<string, string> {
  const { host = "", "content-type": type = "" } = incoming.headers;
  const own = { "content-type": type, "x-amz-target": String(incoming.headers["x-amz-target"]) };
  return signedHeaders(accessKey, { host, region: "us-east-1", service: "sqs", body }, own);
}

async function textOf(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString("utf8");
}
