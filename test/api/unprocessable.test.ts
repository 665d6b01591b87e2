import { afterAll, beforeAll, expect, it } from "vitest";
import { pipelinesPerBrandMax } from "../../functions/domain/brand.ts";
import { webhooksPerOrganizationMax } from "../../functions/domain/webhook.ts";
import { type Fixtures, newFixtures } from "../support/api/fixtures.ts";
import { changeKeyRecord } from "../support/api/organization.ts";
import { errorFaults } from "../support/api/responses.ts";
import { cases } from "../support/api/route-cases.ts";
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

/** Creates until the limit is reached; answers with what the one past it gets. */
async function fill(path: string, body: unknown, most: number, current: number) {
  for (let count = current; count < most; count += 1) {
    const { status } = await client.call("POST", path, { key, body });
    expect(status).toBe(201);
  }
  return client.call("POST", path, { key, body });
}

it("a post is approved once, also by two who do it at the same time", async () => {
  const path = `/v1/posts/${fixtures.ids.pst}/approve`;
  const both = await Promise.all([client.call("POST", path, { key }), client.call("POST", path, { key })]);
  expect(both.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 422]));
  expect(errorFaults(await client.call("POST", path, { key }), 422)).toEqual([]);
});

it("a dead letter that is being replayed cannot be replayed", async () => {
  const path = `/v1/webhooks/dead-letters/${fixtures.ids.dlt}/replay`;
  const both = await Promise.all([client.call("POST", path, { key }), client.call("POST", path, { key })]);
  expect(both.map(({ status }) => status)).toEqual(expect.arrayContaining([202, 422]));
  expect(errorFaults(await client.call("POST", path, { key }), 422)).toEqual([]);
});

it("a dead letter can be replayed only while its subscription takes events", async () => {
  const { keys, ids } = await newFixtures();
  const own = { key: keys.write };
  const replay = () => client.call("POST", `/v1/webhooks/dead-letters/${ids.dlt}/replay`, own);
  const webhook = `/v1/webhooks/${ids.whk}`;
  await client.call("PATCH", webhook, { ...own, body: { status: "disabled" } });
  const disabled = await replay();
  expect(errorFaults(disabled, 422)).toEqual([]);
  expect(at(disabled.json, "error", "message")).toContain("disabled");
  await client.call("DELETE", webhook, own);
  const gone = await replay();
  expect(errorFaults(gone, 422)).toEqual([]);
  expect(at(gone.json, "error", "message")).toContain("no longer");
  expect((await client.call("GET", `/v1/webhooks/dead-letters/${ids.dlt}`, own)).status).toBe(200);
});

it("a disabled subscription gets no test until it is enabled", async () => {
  const { keys, ids } = await newFixtures();
  const own = { key: keys.write };
  const webhook = `/v1/webhooks/${ids.whk}`;
  await client.call("PATCH", webhook, { ...own, body: { status: "disabled" } });
  const refused = await client.call("POST", `${webhook}/test`, own);
  expect(errorFaults(refused, 422)).toEqual([]);
  expect(at(refused.json, "error", "message")).toContain("enable it");
  await client.call("PATCH", webhook, { ...own, body: { status: "active" } });
  expect((await client.call("POST", `${webhook}/test`, own)).status).toBe(202);
});

it("the dead letters of one subscription are replayed only while it takes events", async () => {
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

it("a brand holds 100 pipelines and answers all of them as one array", async () => {
  const path = `/v1/brands/${fixtures.ids.brd}/pipelines`;
  const body = { ...cases.createPipeline.body, schedule: null };
  expect(errorFaults(await fill(path, body, pipelinesPerBrandMax, 1), 422)).toEqual([]);
  const { json } = await client.call("GET", path, { key });
  expect(json).toHaveLength(100);
});

it("an organization holds 100 webhook subscriptions, and another one once one is deleted", async () => {
  const { body } = cases.createWebhook;
  expect(errorFaults(await fill("/v1/webhooks", body, webhooksPerOrganizationMax, 1), 422)).toEqual([]);
  await client.call("DELETE", `/v1/webhooks/${fixtures.ids.whk}`, { key });
  expect((await client.call("POST", "/v1/webhooks", { key, body })).status).toBe(201);
});
