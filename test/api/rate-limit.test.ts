import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Route } from "../../functions/contract/route.ts";
import { routes } from "../../functions/contract/routes.ts";
import { type Fixtures, newFixtures } from "../support/api/fixtures.ts";
import { changeKeyRecord } from "../support/api/organization.ts";
import { errorFaults } from "../support/api/responses.ts";
import { pathOf } from "../support/api/valid-requests.ts";
import { openClient } from "../support/client/checked-client.ts";
import { asText, at, type HttpResponse } from "../support/client/http-client.ts";
import { provided } from "../support/setup/provided.ts";

const client = openClient(provided("service"), { timeoutMs: 5_000 });
afterAll(() => client.close());

const limitedRoutes: [string, Route][] = Object.entries(routes).filter(
  ([, { access }]) => access !== "public",
);

describe("a key after 120 requests in one minute", () => {
  let fixtures: Fixtures;
  let key: string;
  const remaining: number[] = [];
  beforeAll(async () => {
    fixtures = await newFixtures();
    key = fixtures.keys.read;
    const reads = limitedRoutes.filter(([, { access }]) => access === "read");
    for (let count = 0; count < 120; count += 1) {
      const [, route] = reads[count % reads.length] ?? noRoute();
      const { headers } = await client.call(route.method, pathOf(route, fixtures), { key });
      remaining.push(Number(headers["ratelimit-remaining"]));
    }
  });

  it("each of 120 responses says how many requests are left", () => {
    expect(remaining).toEqual(Array.from({ length: 120 }, (_, count) => 119 - count));
  });

  it.each(limitedRoutes)(
    "%s rejects a key without requests left before it checks the role or the request",
    async (_, route) => {
      for (const path of [pathOf(route, fixtures), `${pathOf(route, fixtures, "malformed")}?limit=0`]) {
        const response = await client.call(route.method, path, { key, rawBody: "{" });
        expect(errorFaults(response, 429)).toEqual([]);
        const { "retry-after": retryAfter, ...headers } = response.headers;
        expect(Number(retryAfter)).toBeLessThanOrEqual(60);
        expect(headers).toMatchObject({
          "ratelimit-limit": "120",
          "ratelimit-remaining": "0",
          "ratelimit-reset": retryAfter,
        });
      }
    },
  );

  it("a key without requests left does not limit the other keys of its organization", async () => {
    const { status } = await client.call("GET", "/v1/brands", { key: fixtures.keys.write });
    expect(status).toBe(200);
  });

  it("an expired or revoked key without requests left gets 401 instead of 429", async () => {
    await changeKeyRecord(key, { validUntilMs: Date.now() - 1 });
    expect(errorFaults(await client.call("GET", "/v1/brands", { key }), 401)).toEqual([]);
    await changeKeyRecord(key, { validUntilMs: Date.now() + 3_600_000 });
    expect(errorFaults(await client.call("GET", "/v1/brands", { key }), 429)).toEqual([]);
    const { admin } = fixtures.keys;
    const { json } = await client.call("GET", "/v1/api-keys", { key: admin });
    const keys = Object(at(json, "data")).map(Object);
    const { id } = keys.find(({ name }: { name: string }) => name === "first read key");
    await client.call("DELETE", `/v1/api-keys/${id}`, { key: admin });
    expect(errorFaults(await client.call("GET", "/v1/brands", { key }), 401)).toEqual([]);
  });
});

it("exactly 120 of 200 requests by twenty clients with one key pass in a window, and each response says how many are left", async () => {
  const { keys } = await newFixtures();
  const responses: HttpResponse[] = [];
  const tenRequests = async () => {
    for (let count = 0; count < 10; count += 1)
      responses.push(await client.call("GET", "/v1/organization", { key: keys.write }));
  };
  const startedAtMs = Date.now();
  await Promise.all(Array.from({ length: 20 }, tenRequests));
  expect(Date.now() - startedAtMs).toBeLessThan(60_000);
  const passed = responses.filter(({ status }) => status === 200);
  const rejected = responses.filter(({ status }) => status !== 200);
  expect([passed.length, rejected.length]).toEqual([120, 80]);
  const left = passed.map(({ headers }) => Number(headers["ratelimit-remaining"]));
  expect(left.toSorted((one, other) => other - one)).toEqual(
    Array.from({ length: 120 }, (_, count) => 119 - count),
  );
  for (const response of rejected) {
    expect(errorFaults(response, 429)).toEqual([]);
    expect(response.headers["retry-after"]).toBe(response.headers["ratelimit-reset"]);
  }
  // Rejected requests do not count for another key of the organization.
  const other = await client.call("GET", "/v1/organization", { key: keys.read });
  expect(other.headers["ratelimit-remaining"]).toBe("119");
});

it("a key may be created with its own rate limit, which its responses show", async () => {
  const { keys } = await newFixtures();
  const body = { name: "slow", role: "read", rateLimit: 2 };
  const { json } = await client.call("POST", "/v1/api-keys", { key: keys.admin, body });
  const key = asText(at(json, "key"));
  const responses = [];
  for (let count = 0; count < 3; count += 1)
    responses.push(await client.call("GET", "/v1/organization", { key }));
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 429]);
  expect(responses.map(({ headers }) => headers["ratelimit-limit"])).toEqual(["2", "2", "2"]);
  expect(responses.map(({ headers }) => headers["ratelimit-remaining"])).toEqual(["1", "0", "0"]);
});

it("requests that get 400, 403 or 404 count for the rate limit too", async () => {
  const { keys, ids } = await newFixtures();
  await changeKeyRecord(keys.read, { rateLimit: 3 });
  expect(errorFaults(await client.call("GET", "/v1/brands?limit=0", { key: keys.read }), 400)).toEqual([]);
  expect(errorFaults(await client.call("POST", "/v1/brands", { key: keys.read }), 403)).toEqual([]);
  expect(errorFaults(await client.call("GET", `/v1/posts/${ids.brd}`, { key: keys.read }), 404)).toEqual([]);
  expect(errorFaults(await client.call("GET", "/v1/brands", { key: keys.read }), 429)).toEqual([]);
});

it("of 20 concurrent requests by a key with a limit of 10, exactly 10 pass", async () => {
  const { keys } = await newFixtures();
  await changeKeyRecord(keys.read, { rateLimit: 10 });
  const responses = await Promise.all(
    Array.from({ length: 20 }, () => client.call("GET", "/v1/brands", { key: keys.read })),
  );
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(10);
  expect(responses.filter(({ status }) => status === 429)).toHaveLength(10);
});

function noRoute(): never {
  throw new Error("there is no route to read");
}
