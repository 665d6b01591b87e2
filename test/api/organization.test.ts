import { afterAll, beforeEach, expect, it } from "vitest";
import type { Organization } from "../../lib/local/service-file.ts";
import { newOrganization } from "../support/api/organization.ts";
import { errorFaults } from "../support/api/responses.ts";
import { openClient } from "../support/client/checked-client.ts";
import { provided } from "../support/setup/provided.ts";

const client = openClient(provided("service"), { timeoutMs: 5_000 });
afterAll(() => client.close());

let own: Organization;
beforeEach(async () => {
  own = await newOrganization();
});

const read = async (key = own.keys.read) => (await client.call("GET", "/v1/organization", { key })).json;
const change = (body: unknown, key = own.keys.admin) =>
  client.call("PATCH", "/v1/organization", { key, body });

const subscribe = () =>
  client.call("POST", "/v1/webhooks", {
    key: own.keys.write,
    body: { url: "https://example.com/hook", events: ["post.failed"] },
  });

it("every key may read its organization, and sees no internal field", async () => {
  const { organizationId, keys } = own;
  for (const key of Object.values(keys)) {
    const json = await read(key);
    expect(json).toMatchObject({ id: organizationId, name: "Acme" });
    expect(Object.keys(Object(json))).toEqual(["id", "name", "limits", "createdAt", "updatedAt"]);
  }
});

it("only an admin key may rename the organization", async () => {
  const { status, json } = await change({ name: "Acme and Sons" });
  expect(status).toBe(200);
  expect(json).toMatchObject({ id: own.organizationId, name: "Acme and Sons" });
  expect(await read()).toEqual(json);
  expect(errorFaults(await change({ name: "Mine" }, own.keys.write), 403)).toEqual([]);
  expect(await read()).toEqual(json);
});

it("an organization is unchanged by a PATCH without fields, and by one with only unknown or read-only fields, which is 400", async () => {
  const before = await read();
  expect(await change({})).toMatchObject({ status: 200, json: before });
  for (const body of [{ unknown: 1 }, { id: "org_other", webhookCount: -1, createdAt: "2000" }]) {
    expect(errorFaults(await change(body), 400)).toEqual([]);
    expect(await read()).toEqual(before);
  }
});

it("an organization can be renamed while subscriptions are created", async () => {
  const responses = await Promise.all([subscribe(), change({ name: "New" }), subscribe()]);
  expect(responses.map(({ status }) => status)).toEqual([201, 200, 201]);
  expect(await read()).toMatchObject({ name: "New" });
});
