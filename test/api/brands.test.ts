import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { type Fixtures, newFixtures } from "../support/api/fixtures.ts";
import { errorFaults } from "../support/api/responses.ts";
import { openClient } from "../support/client/checked-client.ts";
import { at, type Json } from "../support/client/http-client.ts";
import { provided } from "../support/setup/provided.ts";

const client = openClient(provided("service"), { timeoutMs: 10_000 });
afterAll(() => client.close());

let fixtures: Fixtures;
let path: string;
beforeEach(async () => {
  fixtures = await newFixtures();
  path = `/v1/brands/${fixtures.ids.brd}`;
});

const call = (method: string, where: string, body?: unknown) =>
  client.call(method, where, { key: fixtures.keys.write, ...(body !== undefined && { body }) });

async function done(method: string, where: string, body?: unknown): Promise<Json> {
  const { status, json, text } = await call(method, where, body);
  expect(status < 300 ? "" : text).toBe("");
  return json;
}

/** Asks until the answer has a status: what follows from a change by a message takes a moment. */
async function becomes(where: string, status: number): Promise<void> {
  await expect.poll(async () => (await call("GET", where)).status, { timeout: 10_000 }).toBe(status);
}

describe("a change of a brand", () => {
  it("of nothing changes nothing", async () => {
    const before = await done("GET", path);
    for (const body of [{}, { unknown: 1 }, { settings: {} }, { settings: { unknown: 1 } }])
      expect(await done("PATCH", path, body)).toEqual(before);
    expect(await done("GET", path)).toEqual(before);
  });

  it("of one field or one setting leaves the others; null clears a setting that may be without", async () => {
    const settings = { voice: "plain", hashtags: ["acme"], valuePerClick: 0.5, currency: "EUR" };
    await done("PATCH", path, { settings });
    const before = Object(await done("GET", path));
    for (const body of [
      { name: "Other" },
      { timezone: "Asia/Tokyo" },
      { settings: { approval: "auto" } },
      { settings: { voice: null, currency: null } },
      { settings: { hashtags: [], utm: { utm_source: "feed" } } },
    ]) {
      const changed = await done("PATCH", path, body);
      expect(changed).toMatchObject(body);
      expect(await done("GET", path)).toEqual(changed);
    }
    const after = Object(await done("GET", path));
    expect(after.settings.valuePerClick).toBe(0.5);
    expect(after.createdAt).toBe(before.createdAt);
    expect(after.updatedAt > before.updatedAt).toBe(true);
  });

  it("is never lost among others at the same moment, and each answer is a state that was", async () => {
    const changes = [
      { name: "Other" },
      { timezone: "UTC" },
      { settings: { voice: "plain" } },
      { settings: { hashtags: ["one"] } },
      { settings: { approval: "auto" } },
      { settings: { currency: "CHF" } },
    ];
    const responses = await Promise.all(changes.map((body) => done("PATCH", path, body)));
    for (const [index, response] of responses.entries())
      expect(response).toMatchObject(Object(changes[index]));
    expect(new Set(responses.map((response) => at(response, "updatedAt"))).size).toBe(changes.length);
    const current = await done("GET", path);
    expect(responses).toContainEqual(current);
    for (const change of changes) expect(current).toMatchObject(change);
  });

  it("gives the public feed its name", async () => {
    await done("PATCH", path, { name: "Renamed" });
    expect(await done("GET", `/feeds/${fixtures.ids.brd}.json`)).toMatchObject({ title: "Renamed" });
  });
});

describe("the deletion of a brand", () => {
  it("is refused while it has pipelines", async () => {
    expect(errorFaults(await call("DELETE", path), 422)).toEqual([]);
    expect((await call("GET", path)).status).toBe(200);
    await done("DELETE", `/v1/pipelines/${fixtures.ids.pip}`);
    expect((await call("DELETE", path)).status).toBe(204);
    expect(errorFaults(await call("DELETE", path), 404)).toEqual([]);
    expect(errorFaults(await call("PATCH", path, { name: "Other" }), 404)).toEqual([]);
  });

  it("takes it from its list, and its feed and its posts' links from the public; its posts stay", async () => {
    const { brd, pst } = fixtures.ids;
    expect((await call("GET", `/r/${pst}`)).status).toBe(302);
    await done("DELETE", `/v1/pipelines/${fixtures.ids.pip}`);
    await done("DELETE", path);
    expect(JSON.stringify(await done("GET", "/v1/brands?limit=100"))).not.toContain(brd);
    expect((await call("GET", `/v1/brands/${brd}/pipelines`)).status).toBe(404);
    expect((await call("POST", `/v1/brands/${brd}/pipelines`, {})).status).toBe(400);
    for (const format of ["json", "xml"])
      expect((await call("GET", `/feeds/${brd}.${format}`)).status).toBe(404);
    await becomes(`/r/${pst}`, 404);
    expect(await done("GET", `/v1/posts/${pst}`)).toMatchObject({ id: pst, brandId: brd });
    expect(at(await done("GET", `/v1/posts?brandId=${brd}`), "data", 0, "id")).toBe(pst);
  });
});
