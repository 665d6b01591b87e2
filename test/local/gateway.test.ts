import { Agent } from "node:https";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { publicRoutes } from "../../functions/contract/routes/public.ts";
import type { InvocationResult } from "../../lib/emulator/lambda/host.ts";
import { contractError, nowMs, openGateway, originSecret, returned } from "../support/local/gateway.ts";

type Gateway = Awaited<ReturnType<typeof openGateway>>;

let gateway: Gateway;
let send: Gateway["send"];
let sendRaw: Gateway["sendRaw"];
let events: Gateway["events"];
/** The result of every function. Tests replace it. */
let respond: () => InvocationResult;

beforeAll(async () => {
  gateway = await openGateway(() => respond());
  ({ send, sendRaw, events } = gateway);
});
afterAll(() => gateway.close());

beforeEach(() => {
  gateway.events.splice(0);
  gateway.functions.splice(0);
  respond = () => returned({ statusCode: 200, body: "{}" });
});

it.each(["GET", "POST", "DELETE", "OPTIONS"])(
  "the gateway redirects a plain %s request with 301 to the same path on the HTTPS port",
  async (method) => {
    const path = "/v1/posts?status=draft&status=pending&q=a%20b+c";
    const response = await send(path, {
      plain: true,
      method,
      headers: { host: `localhost:${gateway.httpPort}` },
    });
    expect(response.status).toBe(301);
    expect(response.headers.location).toBe(`https://${gateway.publicHost}${path}`);
    expect(response.headers["x-request-id"]).toBeDefined();
    expect(events).toHaveLength(0);
  },
);

it("every response over HTTPS tells browsers to use HTTPS only, and none over plain HTTP does", async () => {
  const header = "strict-transport-security";
  // From the distribution, whatever the function returns.
  expect((await send("/v1/brands")).headers[header]).toBe("max-age=31536000");
  expect((await send("/feeds/brd_1.json")).headers[header]).toBe("max-age=31536000");
  expect((await send("/nope")).headers[header]).toBe("max-age=31536000");
  expect((await send("/v1/brands", { plain: true })).headers[header]).toBeUndefined();
  expect(await sendRaw("GARBAGE\r\n\r\n")).not.toMatch(/strict-transport-security/i);
});

it("a plain request counts as HTTPS when a proxy on this machine says so", async () => {
  const response = await send("/v1/brands", { plain: true, headers: { "x-forwarded-proto": "https" } });
  expect(response.status).toBe(200);
  expect(events).toHaveLength(1);
});

it.each([
  ["GET", "/nope"],
  ["GET", "/index.html"],
  ["PUT", "/v1/brands"],
  ["HEAD", "/v1/brands"],
  ["OPTIONS", "/v1/brands"],
  ["GET", "/v1/brands/"],
  ["GET", "//v1/brands"],
  ["GET", "/live/v1/brands"],
  ["GET", "/v1/brands/brd_1/nope"],
])("the gateway returns 404 for %s %s", async (method, path) => {
  const response = await send(path, { method, headers: { authorization: "Bearer x" } });
  expect(response.status).toBe(404);
  expect(response.headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
  expect(events).toHaveLength(0);
});

it("the 404 for an unknown route has the contract's form", async () => {
  expect(await send("/nope")).toEqual(contractError(404, "not_found"));
});

it.each([
  ["/v1/webhooks/dead-letters", "GET /v1/webhooks/dead-letters"],
  ["/v1/webhooks/whk_1", "GET /v1/webhooks/{id}"],
  ["/v1/webhooks/dead-letters/dlt_1", "GET /v1/webhooks/dead-letters/{id}"],
  ["/feeds/brd_1.xml", "GET /feeds/{file}"],
])(
  "the gateway gives %s to the function of %s: a fixed segment wins over a variable one",
  async (path, description) => {
    await send(path);
    expect(gateway.functions).toEqual([description]);
  },
);

it("the event of a request has the fields of API Gateway's proxy integration", async () => {
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

it("the distribution adds its secret and the viewer's address, in place of the viewer's headers of these names", async () => {
  await send("/v1/brands", {
    headers: { "x-origin-secret": ["guess", "another"], "x-viewer-address": "203.0.113.1" },
  });
  expect(events[0]).toMatchObject({
    headers: { "x-origin-secret": originSecret, "x-viewer-address": "127.0.0.1" },
    multiValueHeaders: { "x-origin-secret": [originSecret] },
  });
});

it("a request to the API's own address passes no distribution: its headers are those of the client", async () => {
  const headers = { host: gateway.apiHost, "x-forwarded-host": "evil.test", "x-origin-secret": "guess" };
  expect((await send("/live/v1/brands?limit=1", { headers })).status).toBe(200);
  expect(events[0]).toMatchObject({
    path: "/v1/brands",
    headers: { host: gateway.apiHost, "x-forwarded-host": "evil.test", "x-origin-secret": "guess" },
    requestContext: { path: "/live/v1/brands", domainName: gateway.apiHost },
  });
  for (const path of ["/v1/brands", "/live", "/prod/v1/brands"])
    expect((await send(path, { headers })).status).toBe(403);
  expect(events).toHaveLength(1);
});

it("a route without a key passes its burst of requests, then 429 with Retry-After, while other routes pass theirs", async () => {
  // The clock of these tests stands still, so no token comes back.
  const { burst } = publicRoutes.getOpenapi.throttle;
  const statuses = await Promise.all(
    Array.from({ length: burst + 20 }, () => send("/v1/openapi.json").then(({ status }) => status)),
  );
  expect(statuses.filter((status) => status === 200)).toHaveLength(burst);
  const throttled = await send("/v1/openapi.json");
  expect(throttled).toEqual(contractError(429, "rate_limited"));
  expect(throttled.headers["retry-after"]).toBe("1");
  expect((await send("/feeds/brd_1.json")).status).toBe(200);
  expect((await send("/v1/brands")).status).toBe(200);
});

it("the event of a request without body, query and path parameters has null for them", async () => {
  await send("/v1/brands");
  expect(events[0]).toMatchObject({
    body: null,
    queryStringParameters: null,
    multiValueQueryStringParameters: null,
    pathParameters: null,
  });
});

it("the response has the status, all header values and the bytes that the function returned", async () => {
  respond = () =>
    returned({
      statusCode: 201,
      headers: { "X-One": "1", "content-type": "text/plain" },
      multiValueHeaders: { "Set-Cookie": ["a=1", "b=2"] },
      body: Buffer.from("h\u00e9").toString("base64"),
      isBase64Encoded: true,
    });
  const response = await send("/v1/brands");
  expect(response).toMatchObject({ status: 201, body: "h\u00e9" });
  expect(response.headers).toMatchObject({
    "x-one": "1",
    "content-type": "text/plain",
    "set-cookie": ["a=1", "b=2"],
  });
});

it("a 204 response has no body and no content type", async () => {
  respond = () => returned({ statusCode: 204, headers: { "content-type": "application/json" }, body: "" });
  const response = await send("/v1/webhooks/whk_1", { method: "DELETE" });
  expect(response).toMatchObject({ status: 204, body: "" });
  expect(response.headers["content-type"]).toBeUndefined();
});

it.each<[string, InvocationResult]>([
  [
    "an error",
    { ok: false, requestId: "r", error: { errorType: "Error", errorMessage: "table ARN and secrets" } },
  ],
  ["nothing", returned(null)],
  ["no status", returned({ body: "x" })],
  ["a body that is not text", returned({ statusCode: 200, body: { a: 1 } })],
])("the response is internal_error without a reason when the function returned %s", async (_name, result) => {
  respond = () => result;
  const response = await send("/v1/brands");
  expect(response).toEqual(contractError(500, "internal_error"));
  expect(response.body).not.toContain("ARN");
});

it.each(["/v1/brands/%", "/v1/brands/%zz", "/v1/brands/%ff", "/v1/brands/a%00b"])(
  "the gateway returns 400 for the path %s",
  async (path) => {
    expect(await send(path)).toEqual(contractError(400, "validation_error"));
    expect(events).toHaveLength(0);
  },
);

it("the gateway returns 400 for a body of more than 10 MB, also while the client is still sending it", async () => {
  const response = await send("/v1/brands", { method: "POST", body: Buffer.alloc(12_000_000, "a") });
  expect(response).toEqual(contractError(400, "validation_error"));
});

it.each([
  ["bytes that are not HTTP", "GARBAGE\r\n\r\n"],
  ["headers above every limit", `GET / HTTP/1.1\r\nhost: x\r\nx-big: ${"a".repeat(100_000)}\r\n\r\n`],
  ["a header with a null byte", "GET / HTTP/1.1\r\nhost: x\r\nx-a: a\0b\r\n\r\n"],
  ["CONNECT", "CONNECT example.com:443 HTTP/1.1\r\nhost: x\r\n\r\n"],
])("the gateway returns 400 in the contract's form for %s", async (_name, bytes) => {
  const text = await sendRaw(bytes);
  expect(text).toMatch(/^HTTP\/1\.1 400 /);
  expect(text).toMatch(/x-request-id: /i);
  expect(text).toContain('{"error":{"code":"validation_error"');
});

it("the gateway still responds after malformed bytes", async () => {
  await sendRaw("\x16\x03\x01\x00");
  expect((await send("/v1/brands")).status).toBe(200);
});

it("the gateway keeps a connection open for the next request", async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
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
