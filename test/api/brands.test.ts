import { afterAll, beforeEach, expect, it } from "vitest";
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

const call = (method: string, target: string, body?: unknown) =>
  client.call(method, target, { key: fixtures.keys.write, ...(body !== undefined && { body }) });

async function callOk(method: string, target: string, body?: unknown): Promise<Json> {
  const { status, json, text } = await call(method, target, body);
  expect(status < 300 ? "" : text).toBe("");
  return json;
}

/** Polls until the response has the status: workers apply the effects of a change a moment later. */
async function waitForStatus(target: string, status: number): Promise<void> {
  await expect.poll(async () => (await call("GET", target)).status, { timeout: 10_000 }).toBe(status);
}

it("a PATCH without fields leaves a brand unchanged", async () => {
  const before = await callOk("GET", path);
  for (const body of [{}, { settings: {} }, { settings: {}, unknown: 1 }])
    expect(await callOk("PATCH", path, body)).toEqual(before);
  expect(await callOk("GET", path)).toEqual(before);
});

it("a PATCH of one field or one setting of a brand leaves the others, and null clears an optional setting", async () => {
  const settings = { voice: "plain", hashtags: ["acme"], valuePerClick: 0.5, currency: "EUR" };
  await callOk("PATCH", path, { settings });
  const before = Object(await callOk("GET", path));
  for (const body of [
    { name: "Other" },
    { timezone: "Asia/Tokyo" },
    { settings: { approval: "auto" } },
    { settings: { images: "source" } },
    { settings: { voice: null, currency: null } },
    { settings: { hashtags: [], utm: { utm_source: "feed" } } },
  ]) {
    const changed = await callOk("PATCH", path, body);
    expect(changed).toMatchObject(body);
    expect(await callOk("GET", path)).toEqual(changed);
  }
  const after = Object(await callOk("GET", path));
  expect(after.settings.valuePerClick).toBe(0.5);
  expect(after.settings.images).toBe("source");
  expect(after.createdAt).toBe(before.createdAt);
  expect(after.updatedAt > before.updatedAt).toBe(true);
});

it("concurrent changes of a brand are all stored, and the brand ends in the state of one of their responses", async () => {
  const changes = [
    { name: "Other" },
    { timezone: "UTC" },
    { settings: { voice: "plain" } },
    { settings: { hashtags: ["one"] } },
    { settings: { approval: "auto" } },
    { settings: { currency: "CHF" } },
  ];
  const responses = await Promise.all(changes.map((body) => callOk("PATCH", path, body)));
  for (const [index, response] of responses.entries()) expect(response).toMatchObject(Object(changes[index]));
  expect(new Set(responses.map((response) => at(response, "updatedAt"))).size).toBe(changes.length);
  const current = await callOk("GET", path);
  expect(responses).toContainEqual(current);
  for (const change of changes) expect(current).toMatchObject(change);
});

it("the public feed of a brand has the brand's new name after a change", async () => {
  await callOk("PATCH", path, { name: "Renamed" });
  expect(await callOk("GET", `/feeds/${fixtures.ids.brd}.json`)).toMatchObject({ title: "Renamed" });
});

it("a brand cannot be deleted while it has pipelines", async () => {
  expect(errorFaults(await call("DELETE", path), 422)).toEqual([]);
  expect((await call("GET", path)).status).toBe(200);
  await callOk("DELETE", `/v1/pipelines/${fixtures.ids.pip}`);
  expect((await call("DELETE", path)).status).toBe(204);
  expect(errorFaults(await call("DELETE", path), 404)).toEqual([]);
  expect(errorFaults(await call("PATCH", path, { name: "Other" }), 404)).toEqual([]);
});

it("a deleted brand is not in the list, its feed and its posts' links return 404, and its posts stay readable", async () => {
  const { brd, pst } = fixtures.ids;
  expect((await call("GET", `/r/${pst}`)).status).toBe(302);
  await callOk("DELETE", `/v1/pipelines/${fixtures.ids.pip}`);
  await callOk("DELETE", path);
  expect(JSON.stringify(await callOk("GET", "/v1/brands?limit=100"))).not.toContain(brd);
  expect((await call("GET", `/v1/brands/${brd}/pipelines`)).status).toBe(404);
  expect((await call("POST", `/v1/brands/${brd}/pipelines`, {})).status).toBe(400);
  for (const format of ["json", "xml"])
    expect((await call("GET", `/feeds/${brd}.${format}`)).status).toBe(404);
  await waitForStatus(`/r/${pst}`, 404);
  expect(await callOk("GET", `/v1/posts/${pst}`)).toMatchObject({ id: pst, brandId: brd });
  expect(at(await callOk("GET", `/v1/posts?brandId=${brd}`), "data", 0, "id")).toBe(pst);
});
