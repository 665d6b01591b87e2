import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Route } from "../../functions/contract/route.ts";
import { routes } from "../../functions/contract/routes.ts";
import { type Fixtures, newFixtures } from "../support/api/fixtures.ts";
import {
  harmlessQueries,
  hostileBodies,
  hostileCursors,
  hostileQueries,
} from "../support/api/hostile-values.ts";
import { changeKeyRecord } from "../support/api/organization.ts";
import { anyFaults, errorFaults, fieldsOf } from "../support/api/responses.ts";
import { caseOf, keyFor, pathOf, type RouteCase } from "../support/api/route-cases.ts";
import { openClient } from "../support/client/checked-client.ts";
import type { CallOptions } from "../support/client/http-client.ts";
import { provided } from "../support/setup/provided.ts";

/** No request may take longer, whatever is in it. */
const client = openClient(provided("service"), { timeoutMs: 5_000 });
afterAll(() => client.close());

const every = Object.keys(routes).map((name): [string, Route, RouteCase] => [
  name,
  caseOf(name).route,
  caseOf(name),
]);
const withBody = every.filter(([, { body }]) => body !== undefined);
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

describe.each(withBody)("the body of %s", (_, route, { body = {} }) => {
  it.each(hostileBodies)("is refused when it is %s", async (_name, rawBody) => {
    const response = await send(route, { rawBody });
    const stands = route.bodyOptional === true && rawBody === "";
    expect(stands ? anyFaults(response) : errorFaults(response, 400)).toEqual([]);
  });

  it("is refused without a content type of JSON, or with none", async () => {
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "application/xml", "json", ""]) {
      const response = await send(route, { body, headers: { "Content-Type": type } });
      expect(errorFaults(response, 400)).toEqual([]);
      expect(fieldsOf(response)).toEqual(["body"]);
    }
  });

  it("is refused past 256 KiB, however much past", async () => {
    for (const bytes of [257 * 1_024, 300_000]) {
      const response = await send(route, { body: { ...body, padding: "a".repeat(bytes) } });
      expect(errorFaults(response, 400)).toEqual([]);
      expect(fieldsOf(response)).toEqual(["body"]);
    }
    // Past its own limit the gateway refuses, before any function is asked.
    expect(errorFaults(await send(route, { rawBody: "a".repeat(12_000_000) }), 400)).toEqual([]);
  });

  it("may hold fields that nobody knows, even those that JavaScript does", async () => {
    const unknown = ',"unknown":{"deep":[1]},"hasOwnProperty":1,"toString":"x","length":-1}';
    expect(anyFaults(await send(route, { rawBody: JSON.stringify(body).replace(/\}$/, unknown) }))).toEqual(
      [],
    );
    const forbidden = ',"__proto__":{"role":"admin"},"constructor":{"prototype":{"role":"admin"}}}';
    expect(anyFaults(await send(route, { rawBody: JSON.stringify(body).replace(/\}$/, forbidden) }))).toEqual(
      [],
    );
    const deep = `${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}`;
    expect(
      anyFaults(await send(route, { rawBody: JSON.stringify(body).replace(/\}$/, `,"deep":${deep}}`) })),
    ).toEqual([]);
  });
});

describe.each(lists)("the query of %s", (_, route) => {
  it("takes no limit but an integer from 1 to 100", async () => {
    for (const query of hostileQueries) {
      const response = await send(route, { query });
      expect(errorFaults(response, 400)).toEqual([]);
      expect(fieldsOf(response)).toEqual(["limit"]);
    }
  });

  it("takes no cursor but its own", async () => {
    for (const cursor of hostileCursors) {
      const response = await send(route, { query: `cursor=${cursor}` });
      expect(errorFaults(response, 400)).toEqual([]);
      expect(fieldsOf(response)).toEqual(["cursor"]);
    }
  });

  it("may hold parameters that nobody knows", async () => {
    for (const query of harmlessQueries) expect((await send(route, { query })).status).toBe(200);
  });
});

describe.each(every)("%s", (_, route, { body }) => {
  it("knows no other method on its path", async () => {
    const path = pathOf(route, fixtures);
    const known = every.filter(([, other]) => other.path === route.path).map(([, other]) => other.method);
    const methods = ["GET", "POST", "PATCH", "PUT", "DELETE", "OPTIONS", "TRACE", "PROPFIND"];
    for (const method of methods.filter((one) => !known.some((other) => other === one)))
      expect(errorFaults(await client.call(method, path, { key }), 404)).toEqual([]);
    const head = await client.call("HEAD", path, { key });
    expect(head).toMatchObject({ status: 404, text: "" });
  });

  it("is not there a little beside its path", async () => {
    const path = pathOf(route, fixtures);
    const own = { key: keyFor(route, fixtures), ...(body && { body }) };
    for (const beside of [`${path}/`, `/${path}`, `${path}/x`, path.toUpperCase(), `${path}%20`])
      expect(errorFaults(await client.call(route.method, beside, own), 404)).toEqual([]);
  });
});

it("knows no other path", async () => {
  for (const path of [
    "/",
    "//",
    "/v1",
    "/v1/",
    "/v2/brands",
    "/V1/brands",
    "/v1/brands/",
    "/favicon.ico",
    "/v1/%00",
  ])
    expect(anyFaults(await client.call("GET", path, { key }))).toEqual([]);
});

it("has a cursor work on its own list alone, unaltered and for its own organization", async () => {
  const other = await newFixtures();
  const create = () => client.call("POST", "/v1/brands", { key, body: { name: "a", timezone: "UTC" } });
  await create();
  await create();
  const { json } = await client.call("GET", "/v1/brands?limit=1", { key });
  const cursor = String(Object(json).nextCursor);
  expect((await client.call("GET", `/v1/brands?cursor=${cursor}`, { key })).status).toBe(200);
  const middle = Math.floor(cursor.length / 2);
  const altered = `${cursor.slice(0, middle)}${cursor[middle] === "A" ? "B" : "A"}${cursor.slice(middle + 1)}`;
  for (const [path, by] of [
    [`/v1/brands?cursor=${altered}`, key],
    [`/v1/brands?cursor=${cursor.slice(0, -4)}`, key],
    [`/v1/brands?cursor=${cursor}A`, key],
    [`/v1/webhooks?cursor=${cursor}`, key],
    [`/v1/posts?cursor=${cursor}`, key],
    [`/v1/brands?cursor=${cursor}`, other.keys.read],
  ] as const) {
    const response = await client.call("GET", path, { key: by });
    expect(errorFaults(response, 400)).toEqual([]);
    expect(fieldsOf(response)).toEqual(["cursor"]);
  }
});

it("finds nothing under half a character", async () => {
  const rawBody = '{"webhookId":"\\ud800"}';
  const response = await client.call("POST", "/v1/webhooks/dead-letters/replay", { key, rawBody });
  expect(errorFaults(response, 404)).toEqual([]);
});
