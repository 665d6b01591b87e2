import { afterAll, beforeEach, expect, it, vi } from "vitest";
import { storeDelivery } from "../../functions/table/deliveries.ts";
import { type Fixtures, newFixtures } from "../support/api/fixtures.ts";
import { errorFaults, fieldsOf } from "../support/api/responses.ts";
import { openClient } from "../support/client/checked-client.ts";
import { asText, at, type Json } from "../support/client/http-client.ts";
import { provided } from "../support/setup/provided.ts";
import { aDelivery, aWebhook } from "../support/table/entities.ts";
import { tableAt } from "../support/table/table.ts";

const client = openClient(provided("service"), { timeoutMs: 5_000 });
afterAll(() => client.close());

let fixtures: Fixtures;
let path: string;
beforeEach(async () => {
  fixtures = await newFixtures();
  path = `/v1/webhooks/${fixtures.ids.whk}`;
});

async function call(method: string, target: string, body?: unknown): Promise<Json> {
  const key = fixtures.keys.write;
  const response = await client.call(method, target, { key, ...(body !== undefined && { body }) });
  expect(response.status).toBeLessThan(300);
  return response.json;
}

it("a PATCH without fields leaves a subscription unchanged, also its `updatedAt`", async () => {
  const before = await call("GET", path);
  expect(await call("PATCH", path, {})).toEqual(before);
  expect(await call("GET", path)).toEqual(before);
});

it("a PATCH of one field of a subscription leaves the others", async () => {
  const before = await call("GET", path);
  for (const change of [
    { description: "What it is for" },
    { events: ["post.failed"] },
    { url: "https://localhost:1/other" },
    { status: "disabled" },
  ]) {
    const changed = await call("PATCH", path, change);
    expect(changed).toMatchObject(change);
    expect(await call("GET", path)).toEqual(changed);
  }
  expect(await call("GET", path)).toMatchObject({
    id: at(before, "id") ?? "",
    createdAt: at(before, "createdAt") ?? "",
    hasSecret: false,
  });
});

it("a disabled subscription shows why it is disabled until it is enabled", async () => {
  expect(await call("PATCH", path, { status: "disabled" })).toMatchObject({ disabledReason: "requested" });
  expect(await call("PATCH", path, { status: "active" })).toMatchObject({ disabledReason: null });
});

/** Returns what the API shows about the secret. */
const readSecretState = async () => {
  const { hasSecret, previousSecretExpiresAt } = Object(await call("GET", path));
  return { hasSecret, overlaps: previousSecretExpiresAt !== null };
};

it("a secret can be set, rotated with an overlap, replaced without one and removed, and is never shown", async () => {
  const texts: string[] = [];
  const step = async (method: string, target: string, body: unknown) => {
    texts.push(JSON.stringify(await call(method, target, body)));
    return readSecretState();
  };
  expect(await step("PATCH", path, { secret: "secret-1" })).toEqual({ hasSecret: true, overlaps: false });
  const rotation = { secret: "secret-2", graceSeconds: 60 };
  expect(await step("POST", `${path}/rotate-secret`, rotation)).toEqual({
    hasSecret: true,
    overlaps: true,
  });
  expect(await step("PATCH", path, { secret: "secret-3" })).toEqual({ hasSecret: true, overlaps: false });
  const atOnce = { secret: "secret-4", graceSeconds: 0 };
  expect(await step("POST", `${path}/rotate-secret`, atOnce)).toEqual({ hasSecret: true, overlaps: false });
  expect(await step("PATCH", path, { secret: null })).toEqual({ hasSecret: false, overlaps: false });
  expect(texts.join()).not.toMatch(/secret-\d|sealed/);
});

it("the previous secret stays valid for one hour after a rotation without `graceSeconds`", async () => {
  await call("PATCH", path, { secret: "old" });
  const rotated = await call("POST", `${path}/rotate-secret`, { secret: "new" });
  const [end, start] = ["previousSecretExpiresAt", "updatedAt"].map((name) =>
    Date.parse(asText(at(rotated, name))),
  );
  expect((end ?? 0) - (start ?? 0)).toBe(3_600_000);
});

it("two concurrent rotations of a secret follow one another, or one of them gets 422", async () => {
  await call("PATCH", path, { secret: "old" });
  const key = fixtures.keys.write;
  const responses = await Promise.all(
    ["one", "two"].map((secret) => client.call("POST", `${path}/rotate-secret`, { key, body: { secret } })),
  );
  // One after the other, both may succeed.
  expect(responses.some(({ status }) => status === 200)).toBe(true);
  expect(responses.every(({ status }) => [200, 422].includes(status))).toBe(true);
  const rejected = responses.find(({ status }) => status === 422);
  if (rejected) expect(errorFaults(rejected, 422)).toEqual([]);
});

it("the deliveries of a subscription are paged with every attempt, and their cursor works with no other list", async () => {
  const table = tableAt(provided("service").database);
  const webhook = { ...aWebhook(fixtures.organizationId), id: fixtures.ids.whk };
  const later = [aDelivery(webhook), aDelivery(webhook)];
  for (const one of later) await storeDelivery(table, one, Date.now());
  const ids = [fixtures.ids.dlv, ...later.map(({ id }) => id)];
  const first = await call("GET", `${path}/deliveries?order=asc&limit=1`);
  expect(at(first, "data")).toMatchObject([{ id: ids[0], status: "dead_lettered" }]);
  expect(at(first, "data", 0, "attempts")).toHaveLength(5);
  const cursor = asText(at(first, "nextCursor"));
  const rest = await call("GET", `${path}/deliveries?order=asc&cursor=${cursor}`);
  expect(at(rest, "data")).toMatchObject(ids.slice(1).map((id) => ({ id, status: "pending", attempts: [] })));
  expect(at(rest, "nextCursor")).toBeNull();

  const other = await call("POST", "/v1/webhooks", {
    url: "https://localhost:1/",
    events: ["post.failed"],
  });
  for (const elsewhere of [
    `${path}/deliveries?order=desc`,
    `/v1/webhooks/${asText(at(other, "id"))}/deliveries?order=asc`,
    "/v1/webhooks?order=asc",
  ]) {
    const key = fixtures.keys.read;
    const response = await client.call("GET", `${elsewhere}&cursor=${cursor}`, { key });
    expect(errorFaults(response, 400)).toEqual([]);
    expect(fieldsOf(response)).toEqual(["cursor"]);
  }
});

it("the deliveries of a deleted subscription are not found, and its dead letters are removed", async () => {
  await call("DELETE", path);
  const key = fixtures.keys.read;
  expect(errorFaults(await client.call("GET", `${path}/deliveries`, { key }), 404)).toEqual([]);
  await vi.waitFor(
    async () => {
      const letter = await client.call("GET", `/v1/webhooks/dead-letters/${fixtures.ids.dlt}`, { key });
      expect(errorFaults(letter, 404)).toEqual([]);
    },
    { timeout: 20_000, interval: 100 },
  );
});
