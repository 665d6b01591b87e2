import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { defaultLimits } from "../../functions/domain/organization.ts";
import { type Fixtures, newFixtures } from "../support/api/fixtures.ts";
import { changeKeyRecord } from "../support/api/organization.ts";
import { errorFaults } from "../support/api/responses.ts";
import { routeCases } from "../support/api/route-cases.ts";
import { openClient } from "../support/client/checked-client.ts";
import { at } from "../support/client/http-client.ts";
import { provided } from "../support/setup/provided.ts";

const client = openClient(provided("service"), { timeoutMs: 5_000 });
afterAll(() => client.close());

let fixtures: Fixtures;
let key: string;
beforeAll(async () => {
  fixtures = await newFixtures();
  key = fixtures.keys.write;
  await changeKeyRecord(key, { rateLimit: 1_000 });
});

/** Creates resources up to the limit. Returns the response to one more. */
async function createPastLimit(path: string, body: unknown, limit: number, existing: number) {
  for (let count = existing; count < limit; count += 1) {
    const { status } = await client.call("POST", path, { key, body });
    expect(status).toBe(201);
  }
  return client.call("POST", path, { key, body });
}

it("a post is approved once, also when two approvals arrive at the same time", async () => {
  const path = `/v1/posts/${fixtures.ids.pst}/approve`;
  const both = await Promise.all([client.call("POST", path, { key }), client.call("POST", path, { key })]);
  expect(both.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 422]));
  expect(errorFaults(await client.call("POST", path, { key }), 422)).toEqual([]);
});

it("a post whose brand was deleted can be neither approved nor retried", async () => {
  const { keys, ids } = await newFixtures();
  const own = { key: keys.write };
  expect((await client.call("DELETE", `/v1/pipelines/${ids.pip}`, own)).status).toBe(204);
  for (const brandId of [ids.brd, ids.emptyBrd])
    expect((await client.call("DELETE", `/v1/brands/${brandId}`, own)).status).toBe(204);
  for (const path of [`${ids.pst}/approve`, `${ids.failed}/retry`]) {
    const rejected = await client.call("POST", `/v1/posts/${path}`, own);
    expect(errorFaults(rejected, 422)).toEqual([]);
    expect(at(rejected.json, "error", "message")).toContain("brand was deleted");
  }
});

it("a dead letter that is being replayed cannot be replayed again", async () => {
  const path = `/v1/webhooks/dead-letters/${fixtures.ids.dlt}/replay`;
  const both = await Promise.all([client.call("POST", path, { key }), client.call("POST", path, { key })]);
  expect(both.map(({ status }) => status)).toEqual(expect.arrayContaining([202, 422]));
  expect(errorFaults(await client.call("POST", path, { key }), 422)).toEqual([]);
});

it("a dead letter can be replayed only while its subscription is active, and is deleted soon after its subscription", async () => {
  const { keys, ids } = await newFixtures();
  const own = { key: keys.write };
  const replay = () => client.call("POST", `/v1/webhooks/dead-letters/${ids.dlt}/replay`, own);
  const webhook = `/v1/webhooks/${ids.whk}`;
  await client.call("PATCH", webhook, { ...own, body: { status: "disabled" } });
  const disabled = await replay();
  expect(errorFaults(disabled, 422)).toEqual([]);
  expect(at(disabled.json, "error", "message")).toContain("disabled");
  await client.call("DELETE", webhook, own);
  await vi.waitFor(
    async () => {
      const deleted = await client.call("GET", `/v1/webhooks/dead-letters/${ids.dlt}`, own);
      expect(errorFaults(deleted, 404)).toEqual([]);
    },
    { timeout: 30_000, interval: 100 },
  );
  expect(errorFaults(await replay(), 404)).toEqual([]);
});

it("a disabled subscription gets no test event until it is enabled", async () => {
  const { keys, ids } = await newFixtures();
  const own = { key: keys.write };
  const webhook = `/v1/webhooks/${ids.whk}`;
  await client.call("PATCH", webhook, { ...own, body: { status: "disabled" } });
  const rejected = await client.call("POST", `${webhook}/test`, own);
  expect(errorFaults(rejected, 422)).toEqual([]);
  expect(at(rejected.json, "error", "message")).toContain("enable it");
  await client.call("PATCH", webhook, { ...own, body: { status: "active" } });
  expect((await client.call("POST", `${webhook}/test`, own)).status).toBe(202);
});

it("the dead letters of one subscription can be replayed together only while it exists and is active", async () => {
  const { keys, ids } = await newFixtures();
  const own = { key: keys.write };
  const webhook = `/v1/webhooks/${ids.whk}`;
  const replay = () =>
    client.call("POST", "/v1/webhooks/dead-letters/replay", { ...own, body: { webhookId: ids.whk } });
  await client.call("PATCH", webhook, { ...own, body: { status: "disabled" } });
  const disabled = await replay();
  expect(errorFaults(disabled, 422)).toEqual([]);
  expect(at(disabled.json, "error", "message")).toContain("disabled");
  await client.call("PATCH", webhook, { ...own, body: { status: "active" } });
  expect(await replay()).toMatchObject({ status: 202, json: { count: 1 } });
  await client.call("DELETE", webhook, own);
  expect(errorFaults(await replay(), 404)).toEqual([]);
});

it("a brand has at most 100 pipelines, and its list returns all of them as one array", async () => {
  const path = `/v1/brands/${fixtures.ids.brd}/pipelines`;
  const body = { ...routeCases.createPipeline.body, schedule: null };
  expect(errorFaults(await createPastLimit(path, body, defaultLimits.pipelinesPerBrand, 1), 422)).toEqual([]);
  const { json } = await client.call("GET", path, { key });
  expect(json).toHaveLength(100);
});

it("an organization has at most 100 webhook subscriptions, and may create another when one is deleted", async () => {
  const { body } = routeCases.createWebhook;
  const { subscriptions } = defaultLimits;
  expect(errorFaults(await createPastLimit("/v1/webhooks", body, subscriptions, 1), 422)).toEqual([]);
  await client.call("DELETE", `/v1/webhooks/${fixtures.ids.whk}`, { key });
  expect((await client.call("POST", "/v1/webhooks", { key, body })).status).toBe(201);
});
