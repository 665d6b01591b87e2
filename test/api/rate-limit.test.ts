import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Route } from "../../functions/contract/route.ts";
import { routes } from "../../functions/contract/routes.ts";
import { type Fixtures, newFixtures } from "../support/api/fixtures.ts";
import { changeKeyRecord } from "../support/api/organization.ts";
import { errorFaults } from "../support/api/responses.ts";
import { pathOf } from "../support/api/route-cases.ts";
import { openClient } from "../support/client/checked-client.ts";
import { asText, at, type HttpResponse } from "../support/client/http-client.ts";
import { provided } from "../support/setup/provided.ts";

const client = openClient(provided("service"), { timeoutMs: 5_000 });
afterAll(() => client.close());

const limited: [string, Route][] = Object.entries(routes).filter(([, { access }]) => access !== "public");

describe("a key that has made its 120 requests of a minute", () => {
  let fixtures: Fixtures;
  let key: string;
  const remaining: number[] = [];
  beforeAll(async () => {
    fixtures = await newFixtures();
    key = fixtures.keys.read;
    const reads = limited.filter(([, { access }]) => access === "read");
    for (let count = 0; count < 120; count += 1) {
      const [, route] = reads[count % reads.length] ?? missing();
      const { headers } = await client.call(route.method, pathOf(route, fixtures), { key });
      remaining.push(Number(headers["ratelimit-remaining"]));
    }
  });

  it("was told at each how many are left", () => {
    expect(remaining).toEqual(Array.from({ length: 120 }, (_, count) => 119 - count));
  });

  it.each(limited)("is refused by %s before anything else is said", async (_, route) => {
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
  });

  it("does not hold up the organization's other keys", async () => {
    const { status } = await client.call("GET", "/v1/brands", { key: fixtures.keys.write });
    expect(status).toBe(200);
  });

  it("is unknown rather than limited once it has ended or is revoked", async () => {
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

describe("twenty clients on one key", () => {
  it("have exactly 120 of their requests pass in a window, and are each told the truth about it", async () => {
    const { keys } = await newFixtures();
    const responses: HttpResponse[] = [];
    const tenRequests = async () => {
      for (let count = 0; count < 10; count += 1)
        responses.push(await client.call("GET", "/v1/organization", { key: keys.write }));
    };
    const begunMs = Date.now();
    await Promise.all(Array.from({ length: 20 }, tenRequests));
    expect(Date.now() - begunMs).toBeLessThan(60_000);
    const passed = responses.filter(({ status }) => status === 200);
    const refused = responses.filter(({ status }) => status !== 200);
    expect([passed.length, refused.length]).toEqual([120, 80]);
    const left = passed.map(({ headers }) => Number(headers["ratelimit-remaining"]));
    expect(left.toSorted((one, other) => other - one)).toEqual(
      Array.from({ length: 120 }, (_, count) => 119 - count),
    );
    for (const response of refused) {
      expect(errorFaults(response, 429)).toEqual([]);
      expect(response.headers["retry-after"]).toBe(response.headers["ratelimit-reset"]);
    }
    // Nothing that was refused counts against another key of the organization.
    const other = await client.call("GET", "/v1/organization", { key: keys.read });
    expect(other.headers["ratelimit-remaining"]).toBe("119");
  });
});

describe("a key", () => {
  it("may be given a limit of its own, which is told and held to", async () => {
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

  it("may have a limit of its own, and requests that are refused for anything else count too", async () => {
    const { keys, ids } = await newFixtures();
    await changeKeyRecord(keys.read, { rateLimit: 3 });
    expect(errorFaults(await client.call("GET", "/v1/brands?limit=0", { key: keys.read }), 400)).toEqual([]);
    expect(errorFaults(await client.call("POST", "/v1/brands", { key: keys.read }), 403)).toEqual([]);
    expect(errorFaults(await client.call("GET", `/v1/posts/${ids.brd}`, { key: keys.read }), 404)).toEqual(
      [],
    );
    expect(errorFaults(await client.call("GET", "/v1/brands", { key: keys.read }), 429)).toEqual([]);
  });

  it("is admitted exactly as often as it may when all its requests come at once", async () => {
    const { keys } = await newFixtures();
    await changeKeyRecord(keys.read, { rateLimit: 10 });
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => client.call("GET", "/v1/brands", { key: keys.read })),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(10);
  });
});

function missing(): never {
  throw new Error("there is no route to read");
}
