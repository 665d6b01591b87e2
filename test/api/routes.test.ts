import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Route } from "../../functions/contract/route.ts";
import { routes } from "../../functions/contract/routes.ts";
import type { IdPrefix } from "../../functions/domain/ids.ts";
import { newApiKey } from "../../functions/platform/api-key.ts";
import { type Fixtures, newFixtures } from "../support/api/fixtures.ts";
import { comparable, errorFaults, fieldsOf, successFaults } from "../support/api/responses.ts";
import { caseOf, cases, keyFor, pathOf } from "../support/api/route-cases.ts";
import { openClient } from "../support/client/checked-client.ts";
import type { CallOptions } from "../support/client/http-client.ts";
import { provided } from "../support/setup/provided.ts";
import { newId } from "../support/table/entities.ts";

const client = openClient(provided("service"), { timeoutMs: 5_000 });
afterAll(() => client.close());

const every: [string, Route][] = Object.entries(routes);
const authenticated = every.filter(([, { access }]) => access !== "public");
const forWriters = authenticated.filter(([, { access }]) => access !== "read");
const checked = every.filter(([, { query, body }]) => query !== undefined || body !== undefined);
const withId = every.flatMap(([name, route]): [string, Route, IdPrefix][] =>
  route.id === undefined ? [] : [[name, route, route.id]],
);

/** Sends a route's right request, but for what is said otherwise. */
function send(
  name: string,
  fixtures: Fixtures,
  { id, query, ...options }: CallOptions & { id?: string; query?: string } = {},
) {
  const { route, body, query: rightQuery } = caseOf(name);
  const search = query ?? new URLSearchParams(rightQuery?.(fixtures.ids)).toString();
  const path = `${pathOf(route, fixtures, id)}${search && `?${search}`}`;
  const right = { key: keyFor(route, fixtures), ...(body !== undefined && { body }) };
  return client.call(route.method, path, { ...right, ...options });
}

let fixtures: Fixtures;
let stranger: Fixtures;
beforeAll(async () => {
  fixtures = await newFixtures();
  stranger = await newFixtures();
});

it("has a case for every row of the route table and no other", () => {
  expect(new Set(Object.keys(cases))).toEqual(new Set(Object.keys(routes)));
});

it.each(every)("%s gives the right answer", async (name, route) => {
  const own = await newFixtures();
  const { names } = caseOf(name);
  const response = await send(name, own, route.access === "read" ? { key: own.keys.read } : {});
  expect(successFaults(route, response)).toEqual([]);
  expect(response.text).toContain(names === undefined ? "" : own.ids[names]);
});

it.each(checked)("%s refuses what is not valid, and names every wrong field", async (name) => {
  const own = await newFixtures();
  const { refused } = caseOf(name);
  expect(refused.length).toBeGreaterThan(1);
  for (const { fields, ...request } of refused) {
    const response = await send(name, own, request);
    expect(errorFaults(response, 400)).toEqual([]);
    expect(fieldsOf(response)).toEqual(fields.toSorted((one, other) => one.localeCompare(other)));
  }
});

it.each(authenticated)("%s knows nobody without a valid key", async (_, route) => {
  const { read } = fixtures.keys;
  const headers = [
    {},
    { Authorization: "" },
    { Authorization: "Bearer" },
    { Authorization: read },
    { Authorization: `Basic ${read}` },
    { Authorization: `Bearer ${read} ${read}` },
    // A key of the right form that nobody has, then one whose checksum is wrong.
    { Authorization: `Bearer ${newApiKey()}` },
    { Authorization: `Bearer ${read.slice(0, -1)}${read.endsWith("a") ? "b" : "a"}` },
    { Authorization: `Bearer ${"x".repeat(10_000)}` },
  ];
  for (const one of headers) {
    const response = await client.call(route.method, pathOf(route, fixtures), { headers: one });
    expect(errorFaults(response, 401)).toEqual([]);
    expect(response.headers["ratelimit-limit"]).toBeUndefined();
  }
});

it.each(forWriters)(
  "%s forbids a key below its role before it looks at the request",
  async (name, { access }) => {
    const { read, write } = fixtures.keys;
    for (const key of access === "admin" ? [read, write] : [read])
      for (const wrong of [{}, { id: "malformed", rawBody: "{" }]) {
        const response = await send(name, fixtures, { key, ...wrong });
        expect(errorFaults(response, 403)).toEqual([]);
        expect(response.headers["ratelimit-limit"]).toBe("120");
      }
  },
);

describe.each(withId)("%s", (name, route, prefix) => {
  it("says of a stranger's id exactly what it says of an unknown and of a malformed one", async () => {
    const own = await newFixtures();
    const ids: Partial<Record<string, string>> = stranger.ids;
    const unknown = await send(name, own, { id: newId(prefix) });
    expect(errorFaults(unknown, 404)).toEqual([]);
    // What a public route names, everybody may see.
    const foreign = route.access === "public" ? [] : [ids[prefix] ?? ""];
    for (const id of [...foreign, "malformed", newId(prefix).toLowerCase(), newId("org")])
      expect(comparable(await send(name, own, { id }))).toEqual(comparable(unknown));
  });

  it("looks at the shape of a body before it looks for what the path names", async () => {
    const own = await newFixtures();
    const response = await send(name, own, { id: newId(prefix), rawBody: "{" });
    expect(errorFaults(response, route.body === undefined ? 404 : 400)).toEqual([]);
  });
});

describe("another organization's things", () => {
  it("are not found by a filter either", async () => {
    const own = await newFixtures();
    for (const [name, parameter, prefix] of [
      ["listPosts", "brandId", "brd"],
      ["listDeadLetters", "webhookId", "whk"],
    ] as const) {
      const foreign = await send(name, own, { query: `${parameter}=${stranger.ids[prefix]}` });
      const unknown = await send(name, own, { query: `${parameter}=${newId(prefix)}` });
      const known = await send(name, own, { query: `${parameter}=${own.ids[prefix]}` });
      expect(comparable(foreign)).toEqual(comparable(unknown));
      expect(foreign.json).toEqual({ data: [], nextCursor: null });
      expect(known.json).toMatchObject({ data: [expect.anything()] });
    }
  });

  it("are not replayed together with one's own, nor are they there to be named", async () => {
    const own = await newFixtures();
    const replay = (webhookId?: string) =>
      send("replayDeadLetters", own, { body: webhookId === undefined ? {} : { webhookId } });
    const foreign = await replay(stranger.ids.whk);
    expect(errorFaults(foreign, 404)).toEqual([]);
    for (const id of [newId("whk"), "malformed", stranger.ids.brd])
      expect(comparable(await replay(id))).toEqual(comparable(foreign));
    expect(await replay()).toMatchObject({ status: 202, json: { count: 1 } });
    const { text } = await send("getDeadLetter", stranger, { key: stranger.keys.read });
    expect(text).toContain('"final_attempt_pending"');
  });
});
