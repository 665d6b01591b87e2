import { afterAll, beforeAll, expect, it } from "vitest";
import type { Route } from "../../functions/contract/route.ts";
import { routes } from "../../functions/contract/routes.ts";
import { newApiKey } from "../../functions/platform/api-key.ts";
import { type Fixtures, newFixtures } from "../support/api/fixtures.ts";
import { changeKeyRecord } from "../support/api/organization.ts";
import { comparable, errorFaults } from "../support/api/responses.ts";
import { sendValidRequest } from "../support/api/send-valid-request.ts";
import { pathOf, routesWithId } from "../support/api/valid-requests.ts";
import { openClient } from "../support/client/checked-client.ts";
import { provided } from "../support/setup/provided.ts";
import { newId } from "../support/table/entities.ts";

// Who may call a route, and that another organization's resources look like unknown ones.

const client = openClient(provided("service"), { timeoutMs: 5_000 });
afterAll(() => client.close());

const every: [string, Route][] = Object.entries(routes);
const authenticated = every.filter(([, { access }]) => access !== "public");
const forWriters = authenticated.filter(([, { access }]) => access !== "read");

const send = (name: string, fixtures: Fixtures, differences?: Parameters<typeof sendValidRequest>[3]) =>
  sendValidRequest(client, name, fixtures, differences);

let fixtures: Fixtures;
let foreignFixtures: Fixtures;
/** For tests that send more requests than a key may send in a minute. */
let unlimitedFixtures: Fixtures;
beforeAll(async () => {
  fixtures = await newFixtures();
  foreignFixtures = await newFixtures();
  unlimitedFixtures = await newFixtures();
  for (const key of Object.values(unlimitedFixtures.keys)) await changeKeyRecord(key, { rateLimit: 10_000 });
});

it.each(authenticated)("%s returns 401 to a request without a valid key", async (_, route) => {
  const { read } = fixtures.keys;
  const headers = [
    {},
    { Authorization: "" },
    { Authorization: "Bearer" },
    { Authorization: read },
    { Authorization: `Basic ${read}` },
    { Authorization: `Bearer ${read} ${read}` },
    // A valid key that nobody has, then a key with a wrong checksum.
    { Authorization: `Bearer ${newApiKey()}` },
    { Authorization: `Bearer ${read.slice(0, -1)}${read.endsWith("a") ? "b" : "a"}` },
    { Authorization: `Bearer ${"x".repeat(10_000)}` },
  ];
  for (const header of headers) {
    const response = await client.call(route.method, pathOf(route, fixtures), { headers: header });
    expect(errorFaults(response, 401)).toEqual([]);
    expect(response.headers["ratelimit-limit"]).toBeUndefined();
  }
});

it.each(forWriters)(
  "%s returns 403 to a key with too low a role before it validates the request",
  async (name, { access }) => {
    const { read, write } = fixtures.keys;
    for (const key of access === "admin" ? [read, write] : [read])
      for (const malformed of [{}, { id: "malformed", rawBody: "{" }]) {
        const response = await send(name, fixtures, { key, ...malformed });
        expect(errorFaults(response, 403)).toEqual([]);
        expect(response.headers["ratelimit-limit"]).toBe("120");
      }
  },
);

it.each(routesWithId)(
  "%s returns the same response for a foreign id as for an unknown and a malformed one",
  async (name, route, prefix) => {
    const foreignIds: Partial<Record<string, string>> = foreignFixtures.ids;
    const unknown = await send(name, unlimitedFixtures, { id: newId(prefix) });
    expect(errorFaults(unknown, 404)).toEqual([]);
    // Everybody may see what the id of a public route names.
    const foreign = route.access === "public" ? [] : [foreignIds[prefix] ?? ""];
    for (const id of [...foreign, "malformed", newId(prefix).toLowerCase(), newId("org")])
      expect(comparable(await send(name, unlimitedFixtures, { id }))).toEqual(comparable(unknown));
  },
);

it("a list that is filtered by a foreign id is empty, as with an unknown id", async () => {
  for (const [name, parameter, prefix] of [
    ["listPosts", "brandId", "brd"],
    ["listDeadLetters", "webhookId", "whk"],
  ] as const) {
    const foreign = await send(name, fixtures, { query: `${parameter}=${foreignFixtures.ids[prefix]}` });
    const unknown = await send(name, fixtures, { query: `${parameter}=${newId(prefix)}` });
    const known = await send(name, fixtures, { query: `${parameter}=${fixtures.ids[prefix]}` });
    expect(comparable(foreign)).toEqual(comparable(unknown));
    expect(foreign.json).toEqual({ data: [], nextCursor: null });
    expect(known.json).toMatchObject({ data: [expect.anything()] });
  }
});

it("a bulk replay replays only the caller's dead letters, and treats a foreign subscription as an unknown one", async () => {
  const ownFixtures = await newFixtures();
  const replay = (webhookId?: string) =>
    send("replayDeadLetters", ownFixtures, { body: webhookId === undefined ? {} : { webhookId } });
  const foreign = await replay(foreignFixtures.ids.whk);
  expect(errorFaults(foreign, 404)).toEqual([]);
  for (const id of [newId("whk"), "malformed", foreignFixtures.ids.brd])
    expect(comparable(await replay(id))).toEqual(comparable(foreign));
  expect(await replay()).toMatchObject({ status: 202, json: { count: 1 } });
  const { text } = await send("getDeadLetter", foreignFixtures, { key: foreignFixtures.keys.read });
  expect(text).toContain('"final_attempt_pending"');
});
