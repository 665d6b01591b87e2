import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { Agent, type IncomingHttpHeaders, type RequestOptions, request as requestPlain } from "node:http";
import { request as requestSecure, Agent as SecureAgent } from "node:https";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { loadAssembly } from "../../lib/emulator/assembly.ts";
import { startGateway } from "../../lib/emulator/gateway.ts";
import { type Json, textAt } from "../../lib/emulator/json.ts";
import type { InvocationResult } from "../../lib/emulator/lambda/host.ts";
import { type Listeners, openListeners } from "../../lib/emulator/listeners.ts";
import { ensureTls } from "../../lib/emulator/tls.ts";
import { synthesis } from "../support/infra/synthesis.ts";

interface Reply {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

const nowMs = Date.UTC(2026, 3, 9, 12, 34, 56, 789);
let directory: string;
let ca: string;
let listeners: Listeners;
let publicHost: string;
const agents = { https: new SecureAgent({ keepAlive: true }), http: new Agent({ keepAlive: true }) };
/** What the function behind the route was given, and what it does; every test sets its own. */
let events: Json[] = [];
let functions: string[] = [];
let respond: () => InvocationResult;

beforeAll(async () => {
  const { directory: assemblyDirectory } = synthesis();
  directory = mkdtempSync(join(tmpdir(), "content-pipeline-gateway-"));
  const tls = await ensureTls(directory);
  ca = readFileSync(tls.caFile, "utf8");
  listeners = await openListeners({ port: 0, httpPort: 0, ...tls });
  publicHost = `localhost:${listeners.port}`;
  const assembly = loadAssembly(assemblyDirectory, { publicHost, queueUrlBase: "http://127.0.0.1:1" });
  listeners.serve(
    startGateway({
      assembly,
      invoke: (functionArn, event) => {
        const fn = assembly.byArn(functionArn);
        functions.push(textAt(fn?.properties, "Description") ?? "");
        events.push(event);
        return Promise.resolve(respond());
      },
      now: () => nowMs,
      publicHost,
      log: () => undefined,
    }),
  );
});

afterAll(async () => {
  await listeners.close(0);
  rmSync(directory, { recursive: true, force: true });
});

beforeEach(() => {
  events = [];
  functions = [];
  respond = () => answered({ statusCode: 200, body: "{}" });
});

function answered(payload: Json): InvocationResult {
  return { ok: true, requestId: "r", payload };
}

function send(
  path: string,
  options: RequestOptions & { plain?: boolean; body?: string | Buffer } = {},
): Promise<Reply> {
  const { plain = false, body, ...rest } = options;
  const common = { host: "127.0.0.1", path, ...rest };
  return new Promise((resolve, reject) => {
    const request = plain
      ? requestPlain({ port: listeners.httpPort, agent: agents.http, ...common })
      : requestSecure({ port: listeners.port, agent: agents.https, ca, servername: "localhost", ...common });
    request.once("error", reject).once("response", (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (chunk: string) => {
        text += chunk;
      });
      response.once("end", () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }),
      );
    });
    request.end(body);
  });
}

/** Sends bytes as they are to the plain port, and gives what comes back until the server closes. */
function sendRaw(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(listeners.httpPort, "127.0.0.1", () => socket.write(bytes));
    let text = "";
    socket.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
    });
    socket.once("close", () => resolve(text)).once("error", reject);
  });
}

/** A reply that is an error in the contract's form, of this status and code. */
function contractError(status: number, code: string): object {
  // Every validation_error names what is wrong, also the gateway's own.
  const fields = code === "validation_error" ? ',"fields":\\[\\{"field":"[^"]+","reason":"[^"]+"\\}\\]' : "";
  return {
    status,
    headers: expect.objectContaining({
      "content-type": "application/json; charset=utf-8",
      "x-request-id": expect.stringMatching(/^[0-9a-f-]{36}$/),
    }),
    body: expect.stringMatching(
      new RegExp(`^\\{"error":\\{"code":"${code}","message":"[^"]+"${fields}\\}\\}$`),
    ),
  };
}

describe("plain HTTP", () => {
  it.each(["GET", "POST", "DELETE", "OPTIONS"])(
    "answers %s with 301 to the same over https, on the port of https",
    async (method) => {
      const path = "/v1/posts?status=draft&status=pending&q=a%20b+c";
      const reply = await send(path, {
        plain: true,
        method,
        headers: { host: `localhost:${listeners.httpPort}` },
      });
      expect(reply.status).toBe(301);
      expect(reply.headers.location).toBe(`https://${publicHost}${path}`);
      expect(reply.headers["x-request-id"]).toBeDefined();
      expect(events).toHaveLength(0);
    },
  );

  it("counts as https when a proxy on this machine says that it has ended TLS", async () => {
    const reply = await send("/v1/brands", { plain: true, headers: { "x-forwarded-proto": "https" } });
    expect(reply.status).toBe(200);
    expect(events).toHaveLength(1);
  });
});

describe("routing", () => {
  it.each([
    ["GET", "/nope"],
    ["GET", "/"],
    ["PUT", "/v1/brands"],
    ["HEAD", "/v1/brands"],
    ["OPTIONS", "/v1/brands"],
    ["GET", "/v1/brands/"],
    ["GET", "//v1/brands"],
    ["GET", "/live/v1/brands"],
    ["GET", "/v1/brands/brd_1/nope"],
  ])("knows no %s %s", async (method, path) => {
    const reply = await send(path, { method, headers: { authorization: "Bearer x" } });
    expect(reply.status).toBe(404);
    expect(reply.headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
    expect(events).toHaveLength(0);
  });

  it("answers an unknown route in the contract's form", async () => {
    expect(await send("/nope")).toEqual(contractError(404, "not_found"));
  });

  it.each([
    ["/v1/webhooks/dead-letters", "GET /v1/webhooks/dead-letters"],
    ["/v1/webhooks/whk_1", "GET /v1/webhooks/{id}"],
    ["/v1/webhooks/dead-letters/dlt_1", "GET /v1/webhooks/dead-letters/{id}"],
    ["/feeds/brd_1.xml", "GET /feeds/{file}"],
  ])(
    "gives %s to the function of %s: a fixed segment wins over a variable one",
    async (path, description) => {
      await send(path);
      expect(functions).toEqual([description]);
    },
  );
});

describe("the event of a request", () => {
  it("has what API Gateway's proxy integration gives", async () => {
    await send("/v1/brands/b%20%C3%A9%2Fx/pipelines?a=1&a=2&b=x%20y", {
      method: "POST",
      headers: {
        "X-Two": ["one", "two"],
        host: "api.test:1",
        "x-forwarded-host": "evil.test",
        "user-agent": "test",
      },
      body: "\u00e9",
    });
    expect(events[0]).toMatchObject({
      resource: "/v1/brands/{id}/pipelines",
      path: "/v1/brands/b%20%C3%A9%2Fx/pipelines",
      httpMethod: "POST",
      pathParameters: { id: "b \u00e9/x" },
      queryStringParameters: { a: "2", b: "x y" },
      multiValueQueryStringParameters: { a: ["1", "2"], b: ["x y"] },
      headers: { "x-two": "two", "x-forwarded-host": "api.test:1", "x-forwarded-proto": "https" },
      multiValueHeaders: { "x-two": ["one", "two"] },
      body: "\u00e9",
      isBase64Encoded: false,
      requestContext: {
        httpMethod: "POST",
        resourcePath: "/v1/brands/{id}/pipelines",
        path: "/live/v1/brands/b%20%C3%A9%2Fx/pipelines",
        stage: "live",
        requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        requestTime: "09/Apr/2026:12:34:56 +0000",
        requestTimeEpoch: nowMs,
        identity: { sourceIp: "127.0.0.1", userAgent: "test" },
      },
    });
  });

  it("has null where there is no body, query or path parameter", async () => {
    await send("/v1/brands");
    expect(events[0]).toMatchObject({
      body: null,
      queryStringParameters: null,
      multiValueQueryStringParameters: null,
      pathParameters: null,
    });
  });
});

describe("the function's answer", () => {
  it("comes back with its status, its headers, each of several values, and its bytes", async () => {
    respond = () =>
      answered({
        statusCode: 201,
        headers: { "X-One": "1", "content-type": "text/plain" },
        multiValueHeaders: { "Set-Cookie": ["a=1", "b=2"] },
        body: Buffer.from("h\u00e9").toString("base64"),
        isBase64Encoded: true,
      });
    const reply = await send("/v1/brands");
    expect(reply).toMatchObject({ status: 201, body: "h\u00e9" });
    expect(reply.headers).toMatchObject({
      "x-one": "1",
      "content-type": "text/plain",
      "set-cookie": ["a=1", "b=2"],
    });
  });

  it("has no body and no content type when it is 204", async () => {
    respond = () => answered({ statusCode: 204, headers: { "content-type": "application/json" }, body: "" });
    const reply = await send("/v1/webhooks/whk_1", { method: "DELETE" });
    expect(reply).toMatchObject({ status: 204, body: "" });
    expect(reply.headers["content-type"]).toBeUndefined();
  });

  it.each<[string, InvocationResult]>([
    [
      "an error",
      { ok: false, requestId: "r", error: { errorType: "Error", errorMessage: "table ARN and secrets" } },
    ],
    ["nothing", answered(null)],
    ["no status", answered({ body: "x" })],
    ["a body that is no text", answered({ statusCode: 200, body: { a: 1 } })],
  ])("is internal_error when the function gave %s, and tells nothing of why", async (_name, result) => {
    respond = () => result;
    const reply = await send("/v1/brands");
    expect(reply).toEqual(contractError(500, "internal_error"));
    expect(reply.body).not.toContain("ARN");
  });
});

describe("what is no good request", () => {
  it.each(["/v1/brands/%", "/v1/brands/%zz", "/v1/brands/%ff", "/v1/brands/a%00b"])(
    "is 400 for the path %s",
    async (path) => {
      expect(await send(path)).toEqual(contractError(400, "validation_error"));
      expect(events).toHaveLength(0);
    },
  );

  it("is 400 for a body over API Gateway's 10 MB, even one that is still being sent", async () => {
    const reply = await send("/v1/brands", { method: "POST", body: Buffer.alloc(12_000_000, "a") });
    expect(reply).toEqual(contractError(400, "validation_error"));
  });

  it.each([
    ["what is no HTTP", "GARBAGE\r\n\r\n"],
    ["headers past every limit", `GET / HTTP/1.1\r\nhost: x\r\nx-big: ${"a".repeat(100_000)}\r\n\r\n`],
    ["a header with a null byte", "GET / HTTP/1.1\r\nhost: x\r\nx-a: a\0b\r\n\r\n"],
    ["CONNECT", "CONNECT example.com:443 HTTP/1.1\r\nhost: x\r\n\r\n"],
  ])("is 400 in the contract's form for %s", async (_name, bytes) => {
    const text = await sendRaw(bytes);
    expect(text).toMatch(/^HTTP\/1\.1 400 /);
    expect(text).toMatch(/x-request-id: /i);
    expect(text).toContain('{"error":{"code":"validation_error"');
  });

  it("leaves the service answering", async () => {
    await sendRaw("\x16\x03\x01\x00");
    expect((await send("/v1/brands")).status).toBe(200);
  });
});

describe("a connection", () => {
  it("is kept for the next request", async () => {
    const agent = new SecureAgent({ keepAlive: true, maxSockets: 1 });
    let connections = 0;
    const createConnection = agent.createConnection.bind(agent);
    agent.createConnection = (...args) => {
      connections += 1;
      return createConnection(...args);
    };
    await Promise.all([
      send("/v1/brands", { agent }),
      send("/v1/brands", { agent }),
      send("/v1/brands", { agent }),
    ]);
    agent.destroy();
    expect(connections).toBe(1);
  });
});
