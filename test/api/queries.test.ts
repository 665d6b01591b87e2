import { afterAll, beforeAll, expect, it } from "vitest";
import type { Route } from "../../functions/contract/route.ts";
import { isList } from "../../functions/contract/route.ts";
import { routes } from "../../functions/contract/routes.ts";
import { type Fixtures, newFixtures } from "../support/api/fixtures.ts";
import { changeKeyRecord } from "../support/api/organization.ts";
import { errorFaults, fieldsOf } from "../support/api/responses.ts";
import { caseOf, keyFor, pathOf } from "../support/api/valid-requests.ts";
import { openClient } from "../support/client/checked-client.ts";
import { at, type Json } from "../support/client/http-client.ts";
import { provided } from "../support/setup/provided.ts";

const client = openClient(provided("service"), { timeoutMs: 5_000 });
afterAll(() => client.close());

const every: [string, Route][] = Object.entries(routes);
const lists = every.filter(([, route]) => isList(route));
const changes = every.filter(([, { method }]) => method === "PATCH");

let fixtures: Fixtures;
beforeAll(async () => {
  fixtures = await newFixtures();
  for (const key of [fixtures.keys.write, fixtures.keys.admin])
    await changeKeyRecord(key, { rateLimit: 10_000 });
});

const send = (route: Route, query: string, body?: unknown) =>
  client.call(route.method, `${pathOf(route, fixtures)}${query && `?${query}`}`, {
    key: keyFor(route, fixtures),
    ...(body !== undefined && { body }),
  });

const idsOf = (json: Json): unknown => {
  const rows = at(json, "data");
  return Array.isArray(rows) ? rows.map((row) => at(row, "id")) : json;
};

it("a list filter that is given twice selects the rows of both values", async () => {
  const twice = await send(routes.listPosts, "status=draft&status=failed");
  const joined = await send(routes.listPosts, "status=draft,failed");
  expect(idsOf(twice.json)).toEqual([fixtures.ids.failed, fixtures.ids.draft]);
  expect(twice.json).toEqual(joined.json);
  expect(fieldsOf(await send(routes.listPosts, "status=draft&status=gone"))).toEqual(["status"]);
});

it.each([
  "limit=1&limit=1",
  "order=asc&order=desc",
  "brandId=a&brandId=b",
  "cursor=a&cursor=b",
  "sort=createdAt&sort=createdAt",
])("a parameter that takes one value is rejected when it is given twice: %s", async (query) => {
  const response = await send(routes.listPosts, query);
  expect(errorFaults(response, 400)).toEqual([]);
  expect(at(response.json, "error", "fields")).toEqual([
    { field: query.split("=")[0], reason: "must be given only once" },
  ]);
});

it.each(lists)(
  "%s rejects a parameter that it does not have, and names the nearest one",
  async (_, route) => {
    const response = await send(route, "limmit=5");
    expect(errorFaults(response, 400)).toEqual([]);
    const advice = route.query === undefined ? "which has none" : "the nearest one is limit";
    expect(at(response.json, "error", "fields")).toEqual([
      { field: "limmit", reason: `is not a parameter of this list: ${advice}` },
    ]);
  },
);

it.each([
  ["stauts=draft", "status"],
  ["Status=draft", "status"],
  ["brand=brd_1", "brandId"],
  ["brand_id=brd_1", "brandId"],
  ["sortBy=createdAt", "sort"],
  ["status[]=draft", "status"],
])("the nearest parameter of a list of posts to %s is %s", async (query, nearest) => {
  const { json } = await send(routes.listPosts, query);
  expect(at(json, "error", "fields", 0, "reason")).toContain(`the nearest one is ${nearest}`);
});

it("a list names every parameter that is wrong, also those without a name", async () => {
  const response = await send(routes.listPosts, "=1&a[b]=c&limit=0&order=up&order=up");
  expect(errorFaults(response, 400)).toEqual([]);
  expect(fieldsOf(response).toSorted()).toEqual(["a[b]", "limit", "order", "query"]);
});

it("an endpoint that is not a list ignores unknown parameters, and rejects its own when it is given twice", async () => {
  expect((await send(routes.getPost, "unknown=1&unknown=2")).status).toBe(200);
  const week = `brandId=${fixtures.ids.brd}&week=2026-W47`;
  expect((await send(routes.getWeeklyAnalytics, `${week}&unknown=1`)).status).toBe(200);
  expect(fieldsOf(await send(routes.getWeeklyAnalytics, `${week}&week=2026-W46`))).toEqual(["week"]);
});

it.each(changes)(
  "%s rejects a body of which no field can be changed, and says which fields can be",
  async (name, route) => {
    const response = await send(route, "", { content: { text: "Hello" }, id: "x", toString: 1 });
    expect(errorFaults(response, 400)).toEqual([]);
    const [problem] = [at(response.json, "error", "fields")].flat();
    expect(at(problem, "field")).toBe("body");
    for (const field of Object.keys(caseOf(name).body ?? {})) expect(at(problem, "reason")).toContain(field);
  },
);

it.each(changes)(
  "%s ignores unknown fields beside one that can be changed, and accepts an empty body",
  async (name, route) => {
    const known = Object.entries(caseOf(name).body ?? {}).slice(0, 1);
    const body = { ...Object.fromEntries(known), unknown: 1 };
    expect((await send(route, "", body)).status).toBe(200);
    expect((await send(route, "", {})).status).toBe(200);
  },
);

it("a change of settings of which none is known is rejected, unless something else is changed", async () => {
  const response = await send(routes.updateBrand, "", { settings: { voicee: "calm" } });
  expect(errorFaults(response, 400)).toEqual([]);
  expect(fieldsOf(response)).toEqual(["settings"]);
  expect(at(response.json, "error", "fields", 0, "reason")).toContain("voice");
  const others = { name: "Acme", settings: { voicee: "calm" } };
  expect((await send(routes.updateBrand, "", others)).status).toBe(200);
  for (const settings of [{}, { utm: {} }])
    expect((await send(routes.updateBrand, "", { settings })).status).toBe(200);
});
