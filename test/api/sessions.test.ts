import { randomBytes } from "node:crypto";
import { afterAll, beforeEach, expect, it } from "vitest";
import { newSessionToken } from "../../functions/platform/api-key.ts";
import type { Organization } from "../../lib/local/service-file.ts";
import { newOrganization } from "../support/api/organization.ts";
import { errorFaults } from "../support/api/responses.ts";
import { storeSession } from "../support/api/sessions.ts";
import { openClient } from "../support/client/checked-client.ts";
import { asText, at, type HttpResponse } from "../support/client/http-client.ts";
import { provided } from "../support/setup/provided.ts";
import { newId } from "../support/table/entities.ts";

const client = openClient(provided("service"), { timeoutMs: 10_000 });
afterAll(() => client.close());

let own: Organization;
beforeEach(async () => {
  own = await newOrganization();
});

const open = (key: string, headers: Record<string, string> = {}) =>
  client.call("POST", "/v1/session", { key, headers });
const setCookieOf = ({ headers }: HttpResponse) => String(headers["set-cookie"]);
const cookieIn = (response: HttpResponse) => setCookieOf(response).split(";", 1)[0] ?? "";
const cookieOf = async (key: string) => cookieIn(await open(key));

/** Sends a request as the dashboard does. */
const byCookie = (
  method: string,
  path: string,
  cookie: string,
  { body, headers = {} }: { body?: unknown; headers?: Record<string, string> } = {},
) =>
  client.call(method, path, {
    ...(body !== undefined && { body }),
    headers: { Cookie: cookie, "X-Requested-With": "dashboard", ...headers },
  });
const newBrand = { name: "Acme", timezone: "UTC" };

it("a session lasts twelve hours, and no script or other site can use its cookie", async () => {
  const startMs = Date.now();
  const response = await open(own.keys.write);
  expect(response.status).toBe(201);
  expect(Object.keys(Object(response.json))).toEqual(["role", "organizationId", "expiresAt"]);
  expect(response.json).toMatchObject({ role: "write", organizationId: own.organizationId });
  const lastsMs = Date.parse(asText(at(response.json, "expiresAt"))) - startMs;
  expect(lastsMs / 3_600_000).toBeCloseTo(12, 2);
  expect(setCookieOf(response)).toMatch(
    /^__Host-session=cpd_\w{49}; Max-Age=43(?:19\d|200); Path=\/; HttpOnly; Secure; SameSite=Strict$/,
  );
});

it("a cookie stands for its key in every operation, with the role of the key", async () => {
  const cookie = await cookieOf(own.keys.write);
  const created = await byCookie("POST", "/v1/brands", cookie, { body: newBrand });
  expect(created.status).toBe(201);
  const brandPath = `/v1/brands/${asText(at(created.json, "id"))}`;
  expect((await client.call("GET", brandPath, { key: own.keys.write })).json).toEqual(created.json);
  expect((await byCookie("PATCH", brandPath, cookie, { body: { name: "Sons" } })).status).toBe(200);
  expect(errorFaults(await byCookie("GET", "/v1/api-keys", cookie), 403)).toEqual([]);
  const reading = await cookieOf(own.keys.read);
  expect(errorFaults(await byCookie("PATCH", brandPath, reading, { body: { name: "x" } }), 403)).toEqual([]);
  const foreign = await cookieOf((await newOrganization()).keys.admin);
  expect(errorFaults(await byCookie("GET", brandPath, foreign), 404)).toEqual([]);
});

it("a request by cookie counts for the rate limit of its key", async () => {
  const cookie = await cookieOf(own.keys.write);
  const [byKey, other] = [
    await client.call("GET", "/v1/session", { key: own.keys.write }),
    await byCookie("GET", "/v1/session", cookie),
  ];
  expect(Number(other.headers["ratelimit-remaining"])).toBe(Number(byKey.headers["ratelimit-remaining"]) - 1);
});

it("a session says what its key may do, and a request with the key itself says when the key expires", async () => {
  const response = await open(own.keys.read);
  expect((await byCookie("GET", "/v1/session", cookieIn(response))).json).toEqual(response.json);
  expect((await client.call("GET", "/v1/session", { key: own.keys.admin })).json).toEqual({
    role: "admin",
    organizationId: own.organizationId,
    expiresAt: null,
  });
});

it.each([
  ["without X-Requested-With", { "X-Requested-With": "" }],
  ["with another X-Requested-With", { "X-Requested-With": "XMLHttpRequest" }],
  ["from another site", { "Sec-Fetch-Site": "cross-site" }],
  ["from another host of the same site", { "Sec-Fetch-Site": "same-site" }],
  ["from outside of any page", { "Sec-Fetch-Site": "none" }],
])("a change by cookie %s is forbidden, and changes nothing", async (_, headers) => {
  const cookie = await cookieOf(own.keys.write);
  const response = await byCookie("POST", "/v1/brands", cookie, { body: newBrand, headers });
  expect(errorFaults(response, 403)).toEqual([]);
  expect((await byCookie("DELETE", "/v1/session", cookie, { headers })).status).toBe(403);
  const brands = await byCookie("GET", "/v1/brands", cookie, { headers });
  expect(brands.status).toBe(200);
  expect(at(brands.json, "data")).toEqual([]);
});

it("a change by cookie from the dashboard's own origin is accepted", async () => {
  const headers = { "Sec-Fetch-Site": "same-origin" };
  const cookie = await cookieOf(own.keys.write);
  expect((await byCookie("POST", "/v1/brands", cookie, { body: newBrand, headers })).status).toBe(201);
});

it("a request with an Authorization header ignores its cookie, also when the key is wrong", async () => {
  const cookie = await cookieOf(own.keys.admin);
  const read = await client.call("GET", "/v1/session", { key: own.keys.read, headers: { Cookie: cookie } });
  expect(read.json).toMatchObject({ role: "read" });
  const wrong = await byCookie("GET", "/v1/session", cookie, { headers: { Authorization: "Bearer x" } });
  expect(errorFaults(wrong, 401)).toEqual([]);
});

it("a session that is ended is unknown from then on, and its key and its other sessions stay valid", async () => {
  const [ended, other] = [await cookieOf(own.keys.write), await cookieOf(own.keys.write)];
  const response = await byCookie("DELETE", "/v1/session", ended);
  expect(response.status).toBe(204);
  expect(setCookieOf(response)).toBe("__Host-session=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Strict");
  expect(errorFaults(await byCookie("GET", "/v1/session", ended), 401)).toEqual([]);
  expect((await byCookie("GET", "/v1/session", other)).status).toBe(200);
  expect((await client.call("GET", "/v1/session", { key: own.keys.write })).status).toBe(200);
});

it("a session ends with its key, at once when the key is deleted", async () => {
  const { json } = await client.call("POST", "/v1/api-keys", {
    key: own.keys.admin,
    body: { name: "dashboard", role: "write" },
  });
  const cookie = await cookieOf(asText(at(json, "key")));
  expect((await byCookie("GET", "/v1/session", cookie)).status).toBe(200);
  await client.call("DELETE", `/v1/api-keys/${asText(at(json, "id"))}`, { key: own.keys.admin });
  expect(errorFaults(await byCookie("GET", "/v1/session", cookie), 401)).toEqual([]);
});

it("a session of a key that expires within twelve hours ends no later than the key", async () => {
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  const { json } = await client.call("POST", "/v1/api-keys", {
    key: own.keys.admin,
    body: { name: "an hour", role: "read", expiresAt },
  });
  const session = await open(asText(at(json, "key")));
  const earlierMs = Date.parse(expiresAt) - Date.parse(asText(at(session.json, "expiresAt")));
  expect(earlierMs).toBeGreaterThanOrEqual(0);
  expect(earlierMs).toBeLessThan(1_000);
});

it("a session cannot open another session, so that it never lasts longer than twelve hours", async () => {
  const cookie = await cookieOf(own.keys.admin);
  const response = await byCookie("POST", "/v1/session", cookie);
  expect(errorFaults(response, 403)).toEqual([]);
  expect(response.text).toContain("needs the API key itself");
});

it("a session that has ended is unknown, although its item may not be deleted yet", async () => {
  const cookie = await storeSession(own, "read", Date.now() - 1_000);
  expect(errorFaults(await byCookie("GET", "/v1/session", cookie), 401)).toEqual([]);
});

it.each([
  ["no token", () => "__Host-session="],
  ["an unknown token", () => `__Host-session=${newSessionToken(randomBytes)}`],
  ["an API key", () => `__Host-session=${own.keys.admin}`],
  ["the token under another name", async () => (await cookieOf(own.keys.read)).replace("__Host-", "")],
  ["a thousand cookies", () => "a=b; ".repeat(1_000)],
  ["an unknown key", () => `__Host-session=${newId("key")}`],
])("a request whose cookie holds %s is rejected like one without", async (_, cookie) => {
  expect(errorFaults(await byCookie("GET", "/v1/session", await cookie()), 401)).toEqual([]);
});

it("the token of a session is found among other cookies", async () => {
  const cookie = `theme=dark; ${await cookieOf(own.keys.read)}; other="a b"`;
  expect((await byCookie("GET", "/v1/session", cookie)).status).toBe(200);
});

it("a repeated request with an Idempotency-Key returns the same cookie, which is stored for its key alone", async () => {
  const again = { "Idempotency-Key": "sign-in" };
  const [first, second] = [await open(own.keys.write, again), await open(own.keys.write, again)];
  expect(second.headers["idempotent-replayed"]).toBe("true");
  expect(cookieIn(second)).toBe(cookieIn(first));
  expect((await byCookie("GET", "/v1/session", cookieIn(second))).status).toBe(200);
  expect(cookieIn(await open(own.keys.read, again))).not.toBe(cookieIn(first));
});

it("a POST by cookie with an Idempotency-Key is done once", async () => {
  const cookie = await cookieOf(own.keys.write);
  const headers = { "Idempotency-Key": "once" };
  const [first, second] = [
    await byCookie("POST", "/v1/brands", cookie, { body: newBrand, headers }),
    await byCookie("POST", "/v1/brands", cookie, { body: newBrand, headers }),
  ];
  expect(second.json).toEqual(first.json);
  expect(first.headers["set-cookie"]).toBeUndefined();
});

it("a review link opens no session", async () => {
  const cookie = await cookieOf(own.keys.write);
  const brand = await byCookie("POST", "/v1/brands", cookie, { body: newBrand });
  const link = await byCookie("POST", "/v1/review-links", cookie, {
    body: { brandId: at(brand.json, "id") },
  });
  const token = asText(at(link.json, "url")).split("#")[1] ?? "";
  expect(errorFaults(await open(token), 401)).toEqual([]);
});
