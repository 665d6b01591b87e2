import { afterAll, beforeAll, expect, it } from "vitest";
import { dayMs, isoTime } from "../../functions/domain/time.ts";
import { weekAfter, weekAt, weekStartMs } from "../../functions/domain/week.ts";
import { deleteBrand } from "../../functions/table/brands.ts";
import { commit } from "../../functions/table/store/commit.ts";
import { digestPut } from "../../functions/table/weekly-digests.ts";
import { type Fixtures, newFixtures } from "../support/api/fixtures.ts";
import { comparable, errorFaults } from "../support/api/responses.ts";
import { openClient } from "../support/client/checked-client.ts";
import { asText, at, type HttpResponse } from "../support/client/http-client.ts";
import { provided } from "../support/setup/provided.ts";
import { aDigest, newId } from "../support/table/entities.ts";
import { tableAt } from "../support/table/table.ts";

const service = provided("service");
const client = openClient(service, { timeoutMs: 10_000 });
afterAll(() => client.close());
const table = tableAt(service.database);

const timezone = "Asia/Tokyo";
const thisWeek = weekAt(Date.now(), timezone);
let fixtures: Fixtures;
/** A brand that a client has just created. */
let brandId: string;
beforeAll(async () => {
  fixtures = await newFixtures();
  const body = { name: "Acme", timezone };
  const { json } = await client.call("POST", "/v1/brands", { key: fixtures.keys.write, body });
  brandId = asText(at(json, "id"));
});

const readAnalytics = (brand: string, week: string, { keys }: Fixtures = fixtures): Promise<HttpResponse> =>
  client.call("GET", `/v1/analytics/weekly?brandId=${encodeURIComponent(brand)}&week=${week}`, {
    key: keys.read,
  });

const pending = {
  status: "pending",
  posts: null,
  reach: null,
  engagementRate: null,
  clicks: null,
  estimatedRoi: null,
  currency: null,
  previous: null,
  best: { post: null, topic: null, hour: null },
  computedAt: null,
  updatedAt: null,
};

it("the analytics of the current week are pending, with the time when they will be computed", async () => {
  const { status, json } = await readAnalytics(brandId, thisWeek);
  expect(status).toBe(200);
  expect(json).toEqual({
    brandId,
    week: thisWeek,
    startsAt: isoTime(weekStartMs(thisWeek, timezone)),
    endsAt: isoTime(weekStartMs(weekAfter(thisWeek), timezone)),
    ...pending,
  });
});

it("the week of the analytics ends at another time in another time zone", async () => {
  const body = { timezone: "Pacific/Honolulu" };
  const key = fixtures.keys.write;
  await client.call("PATCH", `/v1/brands/${brandId}`, { key, body });
  const endsAt = isoTime(weekStartMs(weekAfter(thisWeek), body.timezone));
  expect(await readAnalytics(brandId, thisWeek)).toMatchObject({ status: 200, json: { ...pending, endsAt } });
  await client.call("PATCH", `/v1/brands/${brandId}`, { key, body: { timezone } });
});

it("the analytics of a week are the fields of its stored digest, without internal ones", async () => {
  const digest = {
    ...aDigest(fixtures.organizationId, fixtures.ids.brd),
    week: "2026-W40",
    status: "partial" as const,
    posts: 3,
    reach: 40,
    engagementRate: 0.1,
    clicks: 4,
    estimatedRoi: 2,
    currency: "EUR",
  };
  await commit(table, [digestPut(digest)]);
  const { organizationId: _, refreshes: __, ...shown } = digest;
  const { status, json } = await readAnalytics(fixtures.ids.brd, "2026-W40");
  expect({ status, json }).toEqual({ status: 200, json: shown });
});

it("the stored analytics of a deleted brand stay readable, and its other weeks return 404", async () => {
  const { organizationId, ids } = fixtures;
  await commit(table, [digestPut(aDigest(organizationId, ids.emptyBrd))]);
  await deleteBrand(table, organizationId, ids.emptyBrd, []);
  expect(await readAnalytics(ids.emptyBrd, "2026-W47")).toMatchObject({
    status: 200,
    json: { status: "ready" },
  });
  expect(
    errorFaults(await readAnalytics(ids.emptyBrd, thisWeek === "2026-W47" ? "2026-W48" : thisWeek), 404),
  ).toEqual([]);
});

it("the analytics of a week before the brand's first one, or in the future, return 404 with a message that names the week", async () => {
  const future = weekAt(Date.now() + 8 * dayMs, timezone);
  for (const week of [weekAfter(thisWeek, -1), "2001-W01", "0000-W01", future, "9999-W52"]) {
    const response = await readAnalytics(brandId, week);
    expect(errorFaults(response, 404)).toEqual([]);
    expect(asText(at(response.json, "error", "message"))).toContain(`no digest of ${week}`);
  }
});

it("the analytics of a foreign brand get the response of an unknown one, whatever the week", async () => {
  const foreignFixtures = await newFixtures();
  for (const week of ["2026-W47", thisWeek, weekAfter(thisWeek), "2001-W01"]) {
    const unknown = await readAnalytics(newId("brd"), week);
    expect(errorFaults(unknown, 404)).toEqual([]);
    const { ids, organizationId } = foreignFixtures;
    const foreignIds = [
      ids.brd,
      `${organizationId}#${ids.brd}`,
      "malformed",
      fixtures.ids.pip,
      "#",
      "ü".repeat(200),
    ];
    for (const brand of foreignIds)
      expect(comparable(await readAnalytics(brand, week))).toEqual(comparable(unknown));
  }
});

it("a request for analytics without a brand is rejected with 400", async () => {
  const { read } = fixtures.keys;
  const response = await client.call("GET", "/v1/analytics/weekly?week=2026-W47", { key: read });
  expect(errorFaults(response, 400)).toEqual([]);
  expect(at(response.json, "error", "fields")).toEqual([{ field: "brandId", reason: "is required" }]);
});

it("a week that does not exist is rejected with 400, which shows the format", async () => {
  for (const week of ["2025-W53", "2026-W54", "2026-47", "now"]) {
    const response = await readAnalytics(newId("brd"), week);
    expect(errorFaults(response, 400)).toEqual([]);
    const reason = "must be an ISO 8601 week that exists, such as 2026-W48";
    expect(at(response.json, "error", "fields")).toEqual([{ field: "week", reason }]);
  }
});
