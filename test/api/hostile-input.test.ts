import { afterAll, beforeAll, expect, it } from "vitest";
import type { Route } from "../../functions/contract/route.ts";
import { routes } from "../../functions/contract/routes.ts";
import { type Fixtures, newFixtures } from "../support/api/fixtures.ts";
import {
  hostileBodies,
  hostileCursors,
  hostileQueries,
  unknownParameters,
} from "../support/api/hostile-values.ts";
import { changeKeyRecord } from "../support/api/organization.ts";
import { anyErrorFaults, errorFaults, fieldsOf } from "../support/api/responses.ts";
import type { RouteCase } from "../support/api/route-cases/route-case.ts";
import { bodyOf, caseOf, keyFor, pathOf } from "../support/api/valid-requests.ts";
import { openClient } from "../support/client/checked-client.ts";
import type { CallOptions } from "../support/client/http-client.ts";
import { provided } from "../support/setup/provided.ts";

/** The timeout is the limit for every request, whatever its content. */
const client = openClient(provided("service"), { timeoutMs: 5_000 });
afterAll(() => client.close());

const every = Object.keys(routes).map((name): [string, Route, RouteCase] => [
  name,
  caseOf(name).route,
  caseOf(name),
]);
const withBody = every.filter(([, { body }]) => body !== undefined);
const bodies = withBody.flatMap(([name, route]) =>
  hostileBodies.map(([body, rawBody]): [string, string, Route, string] => [name, body, route, rawBody]),
);
const lists = every.filter(
  ([, { query, operationId }]) => query !== undefined && operationId.startsWith("list-"),
);

let fixtures: Fixtures;
let key: string;
beforeAll(async () => {
  fixtures = await newFixtures();
  key = fixtures.keys.write;
  for (const one of [key, fixtures.keys.admin]) await changeKeyRecord(one, { rateLimit: 1_000_000 });
});

const send = (route: Route, { query = "", ...options }: CallOptions & { query?: string } = {}) =>
  client.call(route.method, `${pathOf(route, fixtures)}${query && `?${query}`}`, {
    key: keyFor(route, fixtures),
    ...options,
  });

it.each(bodies)("%s rejects a body that is %s", async (_, _name, route, rawBody) => {
  const response = await send(route, { rawBody });
  const isAllowed = route.bodyOptional === true && rawBody === "";
  expect(isAllowed ? anyErrorFaults(response) : errorFaults(response, 400)).toEqual([]);
});

it.each(withBody)("%s rejects a body whose content type is missing or not JSON", async (name, route) => {
  const body = bodyOf(name, fixtures);
  for (const type of ["text/plain", "application/x-www-form-urlencoded", "application/xml", "json", ""]) {
    const response = await send(route, { body, headers: { "Content-Type": type } });
    expect(errorFaults(response, 400)).toEqual([]);
    expect(fieldsOf(response)).toEqual(["body"]);
  }
});

it.each(withBody)("%s rejects a body of more than 256 KiB, whatever its size", async (name, route) => {
  const body = bodyOf(name, fixtures);
  for (const bytes of [257 * 1_024, 300_000]) {
    const response = await send(route, { body: { ...body, padding: "a".repeat(bytes) } });
    expect(errorFaults(response, 400)).toEqual([]);
    expect(fieldsOf(response)).toEqual(["body"]);
  }
  // The gateway rejects a body above its own limit before it calls a function.
  expect(errorFaults(await send(route, { rawBody: "a".repeat(12_000_000) }), 400)).toEqual([]);
});

it.each(withBody)("%s ignores unknown fields, also those with names of JavaScript", async (name, route) => {
  const body = bodyOf(name, fixtures);
  const sendWith = (fields: string) =>
    send(route, { rawBody: JSON.stringify(body).replace(/\}$/, `,${fields}}`) });
  const unknown = '"unknown":{"deep":[1]},"hasOwnProperty":1,"toString":"x","length":-1';
  expect(anyErrorFaults(await sendWith(unknown))).toEqual([]);
  const forbidden = '"__proto__":{"role":"admin"},"constructor":{"prototype":{"role":"admin"}}';
  expect(anyErrorFaults(await sendWith(forbidden))).toEqual([]);
  const deep = `"deep":${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}`;
  expect(anyErrorFaults(await sendWith(deep))).toEqual([]);
});

it.each(lists)("%s rejects a limit that is not an integer from 1 to 100", async (_, route) => {
  for (const query of hostileQueries) {
    const response = await send(route, { query });
    expect(errorFaults(response, 400)).toEqual([]);
    expect(fieldsOf(response)).toEqual(["limit"]);
  }
});

it.each(lists)("%s rejects a cursor that the service never issued", async (_, route) => {
  for (const cursor of hostileCursors) {
    const response = await send(route, { query: `cursor=${cursor}` });
    expect(errorFaults(response, 400)).toEqual([]);
    expect(fieldsOf(response)).toEqual(["cursor"]);
  }
});

it.each(lists)("%s rejects unknown parameters of the query", async (_, route) => {
  for (const [query, fields] of unknownParameters) {
    const response = await send(route, { query });
    expect(errorFaults(response, 400)).toEqual([]);
    expect(fieldsOf(response)).toEqual(fields);
  }
});

it("other endpoints ignore unknown parameters of the query", async () => {
  for (const [query] of unknownParameters) expect((await send(routes.getBrand, { query })).status).toBe(200);
});

it.each(every)("the path of %s returns 404 to every other method", async (_, route) => {
  const path = pathOf(route, fixtures);
  const known = every.filter(([, other]) => other.path === route.path).map(([, other]) => other.method);
  const methods = ["GET", "POST", "PATCH", "PUT", "DELETE", "OPTIONS", "TRACE", "PROPFIND"];
  for (const method of methods.filter((one) => !known.some((other) => other === one)))
    expect(errorFaults(await client.call(method, path, { key }), 404)).toEqual([]);
  const head = await client.call("HEAD", path, { key });
  expect(head).toMatchObject({ status: 404, text: "" });
});

it.each(every)("paths that differ a little from that of %s return 404", async (_, route, { body }) => {
  const path = pathOf(route, fixtures);
  const valid = { key: keyFor(route, fixtures), ...(body && { body }) };
  for (const other of [`${path}/`, `/${path}`, `${path}/x`, path.toUpperCase(), `${path}%20`])
    expect(errorFaults(await client.call(route.method, other, valid), 404)).toEqual([]);
});

it("an unknown path gets an error of the contract", async () => {
  for (const path of [
    "//",
    "/v1",
    "/v1/",
    "/v2/brands",
    "/V1/brands",
    "/v1/brands/",
    "/favicon.ico",
    "/v1/%00",
  ])
    expect(anyErrorFaults(await client.call("GET", path, { key }))).toEqual([]);
});

it("a cursor works only unaltered, with its own list and for its own organization", async () => {
  const otherOrganization = await newFixtures();
  const create = () => client.call("POST", "/v1/brands", { key, body: { name: "a", timezone: "UTC" } });
  await create();
  await create();
  const { json } = await client.call("GET", "/v1/brands?limit=1", { key });
  const cursor = String(Object(json).nextCursor);
  expect((await client.call("GET", `/v1/brands?cursor=${cursor}`, { key })).status).toBe(200);
  const middle = Math.floor(cursor.length / 2);
  const altered = `${cursor.slice(0, middle)}${cursor[middle] === "A" ? "B" : "A"}${cursor.slice(middle + 1)}`;
  for (const [path, callerKey] of [
    [`/v1/brands?cursor=${altered}`, key],
    [`/v1/brands?cursor=${cursor.slice(0, -4)}`, key],
    [`/v1/brands?cursor=${cursor}A`, key],
    [`/v1/webhooks?cursor=${cursor}`, key],
    [`/v1/posts?cursor=${cursor}`, key],
    [`/v1/brands?cursor=${cursor}`, otherOrganization.keys.read],
  ] as const) {
    const response = await client.call("GET", path, { key: callerKey });
    expect(errorFaults(response, 400)).toEqual([]);
    expect(fieldsOf(response)).toEqual(["cursor"]);
  }
});

it("an id that is half a surrogate pair is not found", async () => {
  const rawBody = '{"webhookId":"\\ud800"}';
  const response = await client.call("POST", "/v1/webhooks/dead-letters/replay", { key, rawBody });
  expect(errorFaults(response, 404)).toEqual([]);
});
