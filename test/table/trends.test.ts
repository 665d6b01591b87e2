import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { dayMs, hourMs } from "../../functions/domain/time.ts";
import type { TrendStatus } from "../../functions/domain/trend.ts";
import { readBrandTrends, storeBrandTrends } from "../../functions/table/brand-trends.ts";
import { commit } from "../../functions/table/store/commit.ts";
import { pageOfTrends, readTrend, removeTrends, trendPut } from "../../functions/table/trends.ts";
import { anItem, noTrends, observe, ordinaryDays } from "../support/pipeline/trend-items.ts";
import { aTrend } from "../support/table/a-trend.ts";
import { newId, testTimeMs } from "../support/table/entities.ts";
import { testTable } from "../support/table/table.ts";

const table = testTable();
const aRef = () => ({ organizationId: newId("org"), brandId: newId("brd") });
const page = { order: "desc" as const, limit: 20, after: null };
const word = (number: number) => createHash("sha256").update(`${number}`).digest("hex");
const nothing = { shown: [], messages: [], nowMs: testTimeMs };

/** The first page of an organization's trends: all of them, or those of a brand or a status. */
async function rowsOf(
  organizationId: string,
  filter: { brandId?: string; statuses?: TrendStatus[] } = {},
  atMs = testTimeMs,
) {
  const all = { brandId: undefined, statuses: undefined };
  return (await pageOfTrends(table, organizationId, { ...all, ...filter }, page, atMs)).rows;
}

it("a page of trends has those of the brand and status, newest first, and none of another organization", async () => {
  const ref = aRef();
  const other = { ...ref, brandId: newId("brd") };
  const [old, faded, ofOther] = [
    aTrend(ref, testTimeMs),
    aTrend(ref, testTimeMs, { status: "fading" }),
    aTrend(other, testTimeMs),
  ];
  for (const trend of [old, faded, ofOther]) await commit(table, [trendPut(trend, testTimeMs)]);
  const { organizationId, brandId } = ref;
  expect(await rowsOf(organizationId)).toMatchObject([{ id: ofOther.id }, { id: faded.id }, { id: old.id }]);
  expect(await rowsOf(organizationId, { brandId })).toMatchObject([{ id: faded.id }, { id: old.id }]);
  expect(await rowsOf(organizationId, { brandId, statuses: ["fading"] })).toMatchObject([{ id: faded.id }]);
  expect(await rowsOf(organizationId, { statuses: ["rising"] })).toMatchObject([
    { id: ofOther.id },
    { id: old.id },
  ]);
  expect(await rowsOf(newId("org"))).toEqual([]);
  expect(await readTrend(table, newId("org"), old.id, testTimeMs)).toBeNull();
});

it("a trend that changes its status moves to the other list, and one that has expired is in none", async () => {
  const ref = aRef();
  const trend = aTrend(ref, testTimeMs);
  await commit(table, [trendPut(trend, testTimeMs)]);
  await commit(table, [trendPut({ ...trend, status: "fading" }, testTimeMs)]);
  const { organizationId, brandId } = ref;
  const rising = { brandId, statuses: ["rising" as const] };
  const fading = { brandId, statuses: ["fading" as const] };
  expect(await rowsOf(organizationId, rising)).toEqual([]);
  expect(await rowsOf(organizationId, fading)).toHaveLength(1);
  expect(await rowsOf(organizationId, fading, testTimeMs + 31 * dayMs)).toEqual([]);
  expect(await readTrend(table, organizationId, trend.id, testTimeMs + 31 * dayMs)).toBeNull();
});

it("trends are the same after they were stored", async () => {
  const ref = aRef();
  const trends = noTrends();
  const ferries = ["Tidings", "Herald"].map((source) => anItem("Solar ferry sails", source, testTimeMs));
  observe(trends, [...ordinaryDays(5, testTimeMs), ...ferries], testTimeMs);
  expect(await storeBrandTrends(table, ref, trends, nothing)).toBe(true);
  expect(await readBrandTrends(table, ref, testTimeMs)).toEqual({ ...trends, version: 1 });
});

it("of two runs that have read the same version, one stores what it has observed", async () => {
  const ref = aRef();
  const read = [await readBrandTrends(table, ref, testTimeMs), await readBrandTrends(table, ref, testTimeMs)];
  for (const trends of read)
    observe(trends, [anItem("Solar ferry sails", "Tidings", testTimeMs)], testTimeMs);
  const [first = noTrends(), second = noTrends()] = read;
  expect(await storeBrandTrends(table, ref, first, nothing)).toBe(true);
  const shown = [aTrend(ref, testTimeMs)];
  expect(await storeBrandTrends(table, ref, second, { ...nothing, shown })).toBe(false);
  const stored = await readBrandTrends(table, ref, testTimeMs);
  expect(stored).toEqual({ ...first, version: 1 });
  expect(await rowsOf(ref.organizationId)).toEqual([]);
  expect(await storeBrandTrends(table, ref, stored, nothing)).toBe(true);
});

it("what a brand without runs has tracked expires after 30 days, and can then be stored anew", async () => {
  const ref = aRef();
  const trends = noTrends();
  observe(trends, [anItem("Solar ferry sails", "Tidings", testTimeMs)], testTimeMs);
  await storeBrandTrends(table, ref, trends, nothing);
  const expired = await readBrandTrends(table, ref, testTimeMs + 30 * dayMs + hourMs);
  expect(expired).toEqual({ ...noTrends(), version: 1 });
  expect(await storeBrandTrends(table, ref, expired, nothing)).toBe(true);
});

it("if trends take too much space, the least important ones are not stored", async () => {
  const ref = aRef();
  const trends = noTrends();
  const items = Array.from({ length: 1_500 }, (_, index) =>
    anItem(
      Array.from({ length: 9 }, (_ignored, at) => word(index * 9 + at)).join(" "),
      `source-${index % 100}`,
      testTimeMs - index,
    ),
  );
  observe(trends, items, testTimeMs);
  await storeBrandTrends(table, ref, trends, nothing);
  const stored = await readBrandTrends(table, ref, testTimeMs);
  expect(stored.tracked.length).toBeGreaterThan(50);
  expect(stored.tracked.length).toBeLessThan(trends.tracked.length);
  expect(stored.tracked).toEqual(trends.tracked.slice(0, stored.tracked.length));
});

it("what a deleted brand has tracked is removed with its trends, and other brands keep theirs", async () => {
  const ref = aRef();
  const other = { ...ref, brandId: newId("brd") };
  const trends = [aTrend(ref, testTimeMs), aTrend(ref, testTimeMs, { status: "fading" })];
  await storeBrandTrends(table, ref, noTrends(), { ...nothing, shown: trends });
  const kept = aTrend(other, testTimeMs);
  await storeBrandTrends(table, other, noTrends(), { ...nothing, shown: [kept] });
  expect(await removeTrends(table, ref.organizationId, ref.brandId, 10)).toBe(true);
  expect(await removeTrends(table, ref.organizationId, ref.brandId, 10)).toBe(false);
  expect(await rowsOf(ref.organizationId)).toMatchObject([{ id: kept.id }]);
  expect(await readBrandTrends(table, ref, testTimeMs)).toEqual(noTrends());
  expect(await readBrandTrends(table, other, testTimeMs)).toMatchObject({ version: 1 });
});
