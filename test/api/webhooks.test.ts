import { afterAll, beforeEach, describe, expect, it } from "vitest";
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

async function call(method: string, where: string, body?: unknown): Promise<Json> {
  const key = fixtures.keys.write;
  const response = await client.call(method, where, { key, ...(body !== undefined && { body }) });
  expect(response.status).toBeLessThan(300);
  return response.json;
}

describe("a change of a subscription", () => {
  it("of nothing changes nothing, not even when it was changed last", async () => {
    const before = await call("GET", path);
    expect(await call("PATCH", path, {})).toEqual(before);
    expect(await call("PATCH", path, { unknown: 1 })).toEqual(before);
    expect(await call("GET", path)).toEqual(before);
  });

  it("of one field leaves the others", async () => {
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

  it("says who disabled it, until it is enabled", async () => {
    expect(await call("PATCH", path, { status: "disabled" })).toMatchObject({ disabledReason: "requested" });
    expect(await call("PATCH", path, { status: "active" })).toMatchObject({ disabledReason: null });
  });
});

/** What is shown of the secret. */
const shown = async () => {
  const { hasSecret, previousSecretExpiresAt } = Object(await call("GET", path));
  return { hasSecret, overlaps: previousSecretExpiresAt !== null };
};

describe("the secret of a subscription", () => {
  it("is set, rotated with an overlap, replaced without one and removed, and never shown", async () => {
    const texts: string[] = [];
    const step = async (method: string, where: string, body: unknown) => {
      texts.push(JSON.stringify(await call(method, where, body)));
      return shown();
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

  it("overlaps with the one before it for an hour where the rotation does not say otherwise", async () => {
    await call("PATCH", path, { secret: "old" });
    const rotated = await call("POST", `${path}/rotate-secret`, { secret: "new" });
    const [end, start] = ["previousSecretExpiresAt", "updatedAt"].map((name) =>
      Date.parse(asText(at(rotated, name))),
    );
    expect((end ?? 0) - (start ?? 0)).toBe(3_600_000);
  });

  it("is not replaced twice by two rotations at the same moment: the later one succeeds it or is refused", async () => {
    await call("PATCH", path, { secret: "old" });
    const key = fixtures.keys.write;
    const responses = await Promise.all(
      ["one", "two"].map((secret) => client.call("POST", `${path}/rotate-secret`, { key, body: { secret } })),
    );
    // One after the other, both may succeed.
    expect(responses.some(({ status }) => status === 200)).toBe(true);
    expect(responses.every(({ status }) => [200, 422].includes(status))).toBe(true);
    const refused = responses.find(({ status }) => status === 422);
    if (refused) expect(errorFaults(refused, 422)).toEqual([]);
  });
});

describe("the deliveries of a subscription", () => {
  it("are listed page by page with every attempt, by a cursor that works on this list alone", async () => {
    const table = tableAt(provided("service").database);
    const webhook = { ...aWebhook(fixtures.organizationId), id: fixtures.ids.whk };
    const later = [aDelivery(webhook), aDelivery(webhook)];
    for (const one of later) await storeDelivery(table, one);
    const ids = [fixtures.ids.dlv, ...later.map(({ id }) => id)];
    const first = await call("GET", `${path}/deliveries?order=asc&limit=1`);
    expect(at(first, "data")).toMatchObject([{ id: ids[0], status: "dead_lettered" }]);
    expect(at(first, "data", 0, "attempts")).toHaveLength(5);
    const cursor = asText(at(first, "nextCursor"));
    const rest = await call("GET", `${path}/deliveries?order=asc&cursor=${cursor}`);
    expect(at(rest, "data")).toMatchObject(
      ids.slice(1).map((id) => ({ id, status: "pending", attempts: [] })),
    );
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

  it("are gone with it, while its dead letters stay", async () => {
    await call("DELETE", path);
    const key = fixtures.keys.read;
    expect(errorFaults(await client.call("GET", `${path}/deliveries`, { key }), 404)).toEqual([]);
    expect(await call("GET", `/v1/webhooks/dead-letters/${fixtures.ids.dlt}`)).toMatchObject({
      webhookId: fixtures.ids.whk,
      attempts: [{}, {}, {}, {}, {}],
    });
  });
});
