import { afterAll, expect, it } from "vitest";
import { defaultLimits } from "../../functions/domain/organization.ts";
import { carryOutInRunning, setLimits } from "../../lib/local/operator.ts";
import { newFixtures } from "../support/api/fixtures.ts";
import { newOrganization } from "../support/api/organization.ts";
import { errorFaults } from "../support/api/responses.ts";
import { openClient } from "../support/client/checked-client.ts";
import { asText, at } from "../support/client/http-client.ts";
import { provided } from "../support/setup/provided.ts";

const client = openClient(provided("service"), { timeoutMs: 5_000 });
afterAll(() => client.close());

function operatorSets(organizationId: string, limits: Record<string, number>) {
  return carryOutInRunning(provided("service").stateDirectory, setLimits(organizationId, limits));
}

function get(key: string) {
  return client.call("GET", "/v1/organization", { key });
}

it("an organization shows its limits, and the operator changes those that are given", async () => {
  const { organizationId, keys } = await newOrganization();
  const limits = async () => at((await get(keys.read)).json, "limits");
  expect(await limits()).toEqual(defaultLimits);
  expect(await operatorSets(organizationId, { runsAtOnce: 2, brands: 7 })).toMatchObject({
    limits: { ...defaultLimits, runsAtOnce: 2, brands: 7 },
  });
  expect(await limits()).toEqual({ ...defaultLimits, runsAtOnce: 2, brands: 7 });
  await operatorSets(organizationId, { brands: 8 });
  expect(await limits()).toEqual({ ...defaultLimits, runsAtOnce: 2, brands: 8 });
});

it.each([
  [{ pipelines: 5 }, "pipelines is no limit: set one of requestsPerMinute"],
  [{ brands: 0 }, "brands must be a whole number from 1 to 100000"],
  [{ subscriptions: 101 }, "subscriptions must be a whole number from 1 to 100"],
  [{ runsAtOnce: 1.5 }, "runsAtOnce must be a whole number from 1 to 20"],
])("the operator's limits %j are rejected with one line that says why", async (limits, reason) => {
  const { organizationId } = await newOrganization();
  await expect(operatorSets(organizationId, limits)).rejects.toThrow(reason);
});

it("an organization cannot have more brands than its limit, and may create another when one is deleted", async () => {
  const { organizationId, keys } = await newOrganization();
  await operatorSets(organizationId, { brands: 2 });
  const create = () =>
    client.call("POST", "/v1/brands", { key: keys.write, body: { name: "Coffee", timezone: "UTC" } });
  const [first] = [await create(), await create()];
  const rejected = await create();
  expect(errorFaults(rejected, 422)).toEqual([]);
  expect(at(rejected.json, "error", "message")).toContain("at most 2 brands");
  await client.call("DELETE", `/v1/brands/${asText(at(first.json, "id"))}`, { key: keys.write });
  expect((await create()).status).toBe(201);
});

it("an organization with a lower limit of pipelines gets 422 for one more, which names the limit", async () => {
  const { organizationId, ids, keys } = await newFixtures();
  await operatorSets(organizationId, { pipelinesPerBrand: 1 });
  const body = {
    name: "News",
    sources: [{ type: "feed", url: "https://example.com/feed" }],
    channels: ["feed"],
  };
  const rejected = await client.call("POST", `/v1/brands/${ids.brd}/pipelines`, { key: keys.write, body });
  expect(errorFaults(rejected, 422)).toEqual([]);
  expect(at(rejected.json, "error", "message")).toContain("at most 1 pipeline");
});

it("the requests of all keys of an organization count for its limit, whatever the limits of the keys are", async () => {
  const { organizationId, keys } = await newOrganization();
  await operatorSets(organizationId, { requestsPerMinute: 40 });
  const responses = [];
  for (let request = 0; request < 40; request += 1)
    responses.push(await get(keys.read), await get(keys.write));
  const passed = responses.filter(({ status }) => status === 200);
  expect(passed.length).toBeGreaterThanOrEqual(40);
  expect(passed.length).toBeLessThanOrEqual(40 + 2 * 20);
  const last = await get(keys.admin);
  expect(errorFaults(last, 429)).toEqual([]);
  expect(last.headers["ratelimit-remaining"]).toBe("0");
  expect(Number(last.headers["retry-after"])).toBeGreaterThanOrEqual(1);
  // Another organization has its own limit.
  const other = await newOrganization();
  expect((await get(other.keys.read)).status).toBe(200);
});
