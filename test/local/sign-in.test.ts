import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { Gateway } from "../../lib/emulator/gateway.ts";
import { type Listeners, openListeners } from "../../lib/emulator/listeners.ts";
import { ensureTls } from "../../lib/emulator/tls.ts";
import { withSignIn } from "../../lib/local/sign-in.ts";
import { openSignInLinks } from "../../lib/local/sign-in-links.ts";
import { errorFaults, fieldsOf } from "../support/api/responses.ts";
import { asText, at, type CallOptions, type Client, openHttpClient } from "../support/client/http-client.ts";

const fiveMinutesMs = 5 * 60_000;
const apiKey = "the admin key";
const cookie = "__Host-session=x; Secure";
const formHeaders = { "Content-Type": "application/x-www-form-urlencoded" };
const session = '{"role":"admin","organizationId":"org_é"}';

const directory = mkdtempSync(join(tmpdir(), "content-pipeline-sign-in-"));
let listeners: Listeners;
let client: Client;
let links: ReturnType<typeof openSignInLinks>;
let nowMs = 0;
/** The keys for which a session was opened, and the lines of the log. */
const openedFor: string[] = [];
const logged: string[] = [];
let failsToOpen = false;

const log = (line: string) => void logged.push(line);
const openSession = (key: string) => {
  openedFor.push(key);
  if (failsToOpen) return Promise.reject(new Error("connect ECONNREFUSED"));
  const headers = {
    "content-type": "application/json; charset=utf-8",
    "content-length": String(Buffer.byteLength(session)),
    "set-cookie": [cookie],
    "x-request-id": "of-the-session",
    connection: "close",
  };
  return Promise.resolve({ status: 201, headers, body: session });
};

/** Responds as nothing else here does. */
const gateway: Gateway = {
  handle: (incoming, outgoing, plain) => {
    incoming.resume();
    outgoing.writeHead(plain ? 301 : 202, { location: "/gateway" }).end();
    return Promise.resolve();
  },
  badRequest: () => "HTTP/1.1 400 Bad Request\r\n\r\n",
};

beforeAll(async () => {
  const tls = await ensureTls(directory);
  listeners = await openListeners({ port: 0, httpPort: 0, ...tls });
  const publicHost = `localhost:${listeners.port}`;
  const url = `https://${publicHost}`;
  client = openHttpClient({ url, tls }, { timeoutMs: 5_000 });
  links = openSignInLinks({ origin: url, nowMs: () => nowMs });
  listeners.serve(
    withSignIn(gateway, { links, openSession, publicHost, strictTransportSecurity: "max-age=0", log }),
  );
});
afterAll(async () => {
  client.close();
  await listeners.close(0);
  rmSync(directory, { recursive: true, force: true });
});
beforeEach(() => {
  openedFor.length = 0;
  logged.length = 0;
  failsToOpen = false;
});

const newToken = () => new URL(links.issue(apiKey)).hash.slice(1);
const exchange = (token: unknown, options: CallOptions = {}) =>
  client.call("POST", "/sign-in", { body: { token }, ...options });

it("a link names the sign-in page, and has 256 random bits in its fragment", () => {
  const url = new URL(links.issue(apiKey));
  expect(url.href).toMatch(/^https:\/\/localhost:\d+\/sign-in#[\w-]{43}$/);
  expect(Buffer.from(url.hash.slice(1), "base64url")).toHaveLength(32);
  expect(newToken()).not.toBe(newToken());
});

it("the token of a link is exchanged for the service's response to POST /v1/session with the key of the link", async () => {
  const response = await exchange(newToken());
  expect(response).toMatchObject({ status: 201, text: session });
  expect(response.headers).toMatchObject({
    "set-cookie": [cookie],
    "x-request-id": "of-the-session",
    "strict-transport-security": "max-age=0",
    "cache-control": "no-store",
  });
  expect(response.headers.connection).not.toBe("close");
  expect(openedFor).toEqual([apiKey]);
});

it("a link works once, also when it is used twice at the same time", async () => {
  const token = newToken();
  const responses = await Promise.all([exchange(token), exchange(token)]);
  const statuses = responses.map(({ status }) => status);
  expect(statuses.toSorted((one, other) => one - other)).toEqual([201, 401]);
  expect(errorFaults(await exchange(token), 401)).toEqual([]);
  expect(openedFor).toEqual([apiKey]);
});

it("a link works for five minutes", async () => {
  const [first, second] = [newToken(), newToken()];
  nowMs += fiveMinutesMs - 1;
  expect((await exchange(first)).status).toBe(201);
  nowMs += 1;
  expect(errorFaults(await exchange(second), 401)).toEqual([]);
});

it("the ten newest links work, and the others do not", async () => {
  const [oldest, ...newest] = Array.from({ length: 11 }, newToken);
  expect((await exchange(oldest)).status).toBe(401);
  for (const token of newest) expect((await exchange(token)).status).toBe(201);
});

it.each([
  ["an unknown token", () => "x".repeat(43)],
  ["an empty token", () => ""],
  ["a token that is cut", () => newToken().slice(0, -1)],
  ["a token in another case", () => newToken().toUpperCase()],
  ["an API key", () => apiKey],
])("%s is rejected with 401 and a message that says what to do", async (_, token) => {
  const response = await exchange(token());
  expect(errorFaults(response, 401)).toEqual([]);
  expect(asText(at(response.json, "error", "message"))).toMatch(
    /npm run admin -- sign-in-link.*restart the service.*sign in with an API key/,
  );
  expect(openedFor).toEqual([]);
});

it.each<[string, number, (token: string) => CallOptions]>([
  ["of another site", 403, () => ({ headers: { "Sec-Fetch-Site": "cross-site" } })],
  ["of another host of the site", 403, () => ({ headers: { "Sec-Fetch-Site": "same-site" } })],
  ["of no page", 403, () => ({ headers: { "Sec-Fetch-Site": "none" } })],
  ["of two sites", 403, () => ({ headers: { "Sec-Fetch-Site": "same-origin, same-origin" } })],
  ["with JSON as text", 400, () => ({ headers: { "Content-Type": "text/plain" } })],
  ["with JSON of a form", 400, () => ({ headers: { "Content-Type": "text/plain; application/json" } })],
  ["with a form", 400, (token) => ({ rawBody: `token=${token}`, headers: formHeaders })],
  ["without JSON", 400, (token) => ({ rawBody: token })],
  ["without a body", 400, () => ({ rawBody: "" })],
  ["without a token", 400, () => ({ body: {} })],
  ["with a token that is no text", 400, (token) => ({ body: { token: [token] } })],
  ["with a long body", 400, (token) => ({ body: { token, more: "x".repeat(1_000) } })],
  ["with a very long body", 400, (token) => ({ body: { token, more: "x".repeat(11_000_000) } })],
])("a request %s is rejected with %i, and the link stays valid", async (_, status, optionsFor) => {
  const token = newToken();
  const response = await exchange(token, optionsFor(token));
  expect(errorFaults(response, status)).toEqual([]);
  if (status === 400) expect(fieldsOf(response)[0]).toMatch(/^(?:body|token)$/);
  expect(openedFor).toEqual([]);
  expect((await exchange(token)).status).toBe(201);
});

it("a page of the service signs in", async () => {
  const headers = {
    "Sec-Fetch-Site": "same-origin",
    "Content-Type": "application/json;charset=UTF-8",
    "X-Requested-With": "dashboard",
  };
  expect((await exchange(newToken(), { headers })).status).toBe(201);
});

it.each([
  ["GET", "/sign-in"],
  ["HEAD", "/sign-in"],
  ["PUT", "/sign-in"],
  ["OPTIONS", "/sign-in"],
  ["POST", "/sign-in/"],
  ["POST", "/v1/session"],
])("the gateway responds to %s %s", async (method, path) => {
  const body = { token: newToken() };
  expect((await client.call(method, path, { body })).headers.location).toBe("/gateway");
});

it("a request over plain HTTP is redirected by the gateway, and the link stays valid", async () => {
  const token = newToken();
  const response = await fetch(`http://127.0.0.1:${listeners.httpPort}/sign-in`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ token }),
    redirect: "manual",
  });
  expect(response.status).toBe(301);
  expect((await exchange(token)).status).toBe(201);
});

it("a session that cannot be opened is an internal error, and the log names neither token nor key", async () => {
  failsToOpen = true;
  const token = newToken();
  expect(errorFaults(await exchange(token), 500)).toEqual([]);
  expect(logged).toEqual(["POST /sign-in: connect ECONNREFUSED"]);
});
