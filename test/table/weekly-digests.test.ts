import { expect, it } from "vitest";
import { emptyMetrics, type PostMetrics } from "../../functions/domain/analytics.ts";
import { type Brand, changeBrand } from "../../functions/domain/brand.ts";
import { digestAfter } from "../../functions/domain/digest-chain.ts";
import type { Post } from "../../functions/domain/post.ts";
import { dayMs, isoTime } from "../../functions/domain/time.ts";
import { refreshedDigest } from "../../functions/domain/weekly-digest.ts";
import { deleteBrand, readBrand, replaceBrand } from "../../functions/table/brands.ts";
import { measuredPosts } from "../../functions/table/measured-posts.ts";
import { storeMetrics } from "../../functions/table/metrics.ts";
import { readDigest, replaceDigest, storeDigest } from "../../functions/table/weekly-digests.ts";
import { provided } from "../support/setup/provided.ts";
import { aBrand, aBrandWithDigests, aDigest, aPost, newId, testTimeMs } from "../support/table/entities.ts";
import { meteredTable } from "../support/table/metered-table.ts";
import { storePosts } from "../support/table/posts.ts";
import { storeBrand } from "../support/table/stored-brand.ts";
import { everyOutboxItem, testTable } from "../support/table/table.ts";

const table = testTable();
const startsAt = "2026-11-15T23:00:00.000Z";
const endsAt = "2026-11-22T23:00:00.000Z";
const week = { startsAt, endsAt };

async function aStoredBrand(): Promise<Brand> {
  const brand = aBrandWithDigests(newId("org"));
  await storeBrand(table, brand);
  return brand;
}

/** The weeks, with their time zones, whose digests were requested, in the order of the requests. */
async function requestedDigests({ id }: Brand): Promise<string[]> {
  return (await everyOutboxItem(table))
    .toSorted((one, other) => (one.sk < other.sk ? -1 : 1))
    .flatMap(({ messages }) => messages)
    .flatMap(({ body }) =>
      body.kind === "digest.compute" && body.brandId === id ? [`${body.week} ${body.timezone}`] : [],
    );
}

const published = (
  { organizationId, id: brandId }: Brand,
  publishedAt: string,
  changes: Partial<Post> = {},
) => aPost(organizationId, { brandId, status: "published", publishedAt, ...changes });

const sortedMetrics = async ({ organizationId, id }: Brand) => {
  const posts = await measuredPosts(table, { organizationId, brandId: id }, week);
  return posts.map(({ metrics }) => metrics).toSorted((one, other) => (one.postId < other.postId ? -1 : 1));
};

const measured = (post: Post): PostMetrics => ({
  ...emptyMetrics(post.id, post.publishedAt ?? ""),
  stage: "first",
  clicks: 3,
});

it("the metrics of a week are those of the posts published from its first moment until before its end", async () => {
  const brand = await aStoredBrand();
  const within = [startsAt, "2026-11-18T12:00:00.000Z", "2026-11-22T22:59:59.999Z"];
  const outside = ["2026-11-15T22:59:59.999Z", endsAt, "2027-11-18T12:00:00.000Z"];
  const posts = within.map((time) => published(brand, time));
  await storePosts(table, [...posts, ...outside.map((time) => published(brand, time))]);
  expect(await sortedMetrics(brand)).toEqual(
    posts.map(({ id }, index) => emptyMetrics(id, within[index] ?? "")),
  );
});

it("the metrics of a week are those of this brand's published posts only", async () => {
  const brand = await aStoredBrand();
  const time = "2026-11-18T12:00:00.000Z";
  const { organizationId } = brand;
  await storePosts(table, [
    published(brand, time, { brandId: newId("brd") }),
    published(brand, time, { status: "failed", publishedAt: null, scheduledAt: time }),
    published(brand, time, { status: "scheduled", publishedAt: null, scheduledAt: time }),
  ]);
  await storePosts(table, [published({ ...brand, organizationId: newId("org") }, time)]);
  expect(await sortedMetrics(brand)).toEqual([]);
  const post = published(brand, time);
  await storePosts(table, [post]);
  await storeMetrics(table, organizationId, post.runId, measured(post));
  expect(await sortedMetrics(brand)).toMatchObject([{ postId: post.id, stage: "first", clicks: 3 }]);
});

it("the metrics of a week include all of its posts, however many there are", async () => {
  const brand = await aStoredBrand();
  const posts = Array.from({ length: 230 }, (_, index) =>
    published(brand, isoTime(Date.parse(startsAt) + index * 60_000)),
  );
  await storePosts(table, posts);
  for (const post of posts.slice(0, 20))
    await storeMetrics(table, brand.organizationId, post.runId, measured(post));
  const metrics = await sortedMetrics(brand);
  expect(metrics.map(({ postId }) => postId)).toEqual(posts.map(({ id }) => id));
  expect(metrics.filter(({ stage }) => stage === "first")).toHaveLength(20);
});

it("a limited number of measured posts are the newest ones, the newest first", async () => {
  const brand = await aStoredBrand();
  const posts = Array.from({ length: 120 }, (_, index) =>
    published(brand, isoTime(Date.parse(startsAt) + index * 60_000)),
  );
  await storePosts(table, posts);
  const { organizationId, id: brandId } = brand;
  const newest = await measuredPosts(table, { organizationId, brandId }, week, 110);
  const newestIds = posts.toReversed().map(({ id }) => id);
  expect(newest.map(({ metrics }) => metrics.postId)).toEqual(newestIds.slice(0, 110));
});

it("the cost of computing a week's digest depends on that week's posts only: 1 query, 2 batch reads per 100 posts, 1 unit per post", async () => {
  const brand = await aStoredBrand();
  const { organizationId, id } = brand;
  const inWeek = (start: string, count: number) =>
    Array.from({ length: count }, (_, index) =>
      published(brand, isoTime(Date.parse(start) + index * 60_000)),
    );
  const posts = inWeek(startsAt, 100);
  await storePosts(table, posts);
  for (const post of posts) await storeMetrics(table, organizationId, post.runId, measured(post));
  const metered = meteredTable(provided("database"));
  const cost = async () => {
    await measuredPosts(metered.table, { organizationId, brandId: id }, week);
    const { calls, units } = metered.takeCost();
    return { calls, units };
  };
  const before = await cost();
  expect(before.calls).toBe(3);
  expect(before.units).toBeLessThanOrEqual(100 + 3);
  await storePosts(table, [...inWeek(endsAt, 150), ...inWeek("2026-11-02T00:00:00.000Z", 150)]);
  expect(await cost()).toEqual(before);
});

const storedDigest = ({ organizationId, id }: Brand) => readDigest(table, organizationId, id, "2026-W47");

const next = digestAfter({ week: "2026-W47", endsAt }, "Europe/Zurich", testTimeMs);
const noSuggestion = { slots: [], posts: 0, computedAt: endsAt };
const storeWeek = (brand: Brand) =>
  storeDigest(
    table,
    brand,
    { digest: aDigest(brand.organizationId, brand.id), suggestedSlots: noSuggestion, next },
    [],
  );

it("the first digest is requested when the brand is created, and the next one when a digest is stored: once, however many workers compute it", async () => {
  const brand = await aStoredBrand();
  expect(await requestedDigests(brand)).toEqual(["2026-W47 Europe/Zurich"]);
  const outcomes = await Promise.all(Array.from({ length: 5 }, () => storeWeek(brand)));
  expect(outcomes.filter((isStored) => isStored)).toHaveLength(1);
  expect(await requestedDigests(brand)).toEqual(["2026-W47 Europe/Zurich", "2026-W48 Europe/Zurich"]);
  expect(await storedDigest(brand)).toMatchObject(aDigest(brand.organizationId, brand.id));
  const after = await readBrand(table, brand.organizationId, brand.id);
  expect(after).toMatchObject({ nextDigest: next, updatedAt: brand.updatedAt });
});

it("a digest is not stored when its brand was deleted or moved to another time zone since it was read", async () => {
  const deleted = await aStoredBrand();
  await deleteBrand(table, deleted.organizationId, deleted.id, []);
  expect(await storeWeek(deleted)).toBe(false);
  const moved = await aStoredBrand();
  await replaceBrand(table, moved, changeBrand(moved, { timezone: "Asia/Tokyo" }, testTimeMs), []);
  expect(await storeWeek(moved)).toBe(false);
  for (const brand of [deleted, moved]) expect(await storedDigest(brand)).toBeNull();
  expect(await requestedDigests(moved)).toEqual(["2026-W47 Europe/Zurich", "2026-W47 Asia/Tokyo"]);
});

it("a change of a brand requests a digest only when it changes the time zone, or is the first change of a brand older than digests", async () => {
  const brand = await aStoredBrand();
  await replaceBrand(table, brand, changeBrand(brand, { name: "Other" }, testTimeMs), []);
  expect(await requestedDigests(brand)).toEqual(["2026-W47 Europe/Zurich"]);
  const old = aBrand(newId("org"));
  await storeBrand(table, old);
  expect(await requestedDigests(old)).toEqual([]);
  const changed = changeBrand(old, { name: "Other" }, testTimeMs);
  expect(await replaceBrand(table, old, changed, [])).toBe(true);
  expect(await replaceBrand(table, changed, changeBrand(changed, { name: "Third" }, testTimeMs), [])).toBe(
    true,
  );
  expect(await requestedDigests(old)).toEqual(["2026-W47 Europe/Zurich"]);
});

it("the digest that a brand waits for is always the last one requested, whether a change of time zone comes before it or after it", async () => {
  for (let round = 0; round < 10; round += 1) {
    const brand = await aStoredBrand();
    const moved = changeBrand(brand, { timezone: "Asia/Tokyo" }, testTimeMs);
    const [isMoved, isStored] = await Promise.all([replaceBrand(table, brand, moved, []), storeWeek(brand)]);
    expect(isMoved).toBe(!isStored);
    const after = await readBrand(table, brand.organizationId, brand.id);
    const { nextDigest, timezone } = after ?? brand;
    expect((await requestedDigests(brand)).at(-1)).toBe(`${nextDigest?.week} ${timezone}`);
  }
});

it("only one of several refreshes computed from the same digest is stored", async () => {
  const brand = await aStoredBrand();
  const digest = aDigest(brand.organizationId, brand.id);
  await storeDigest(
    table,
    brand,
    { digest, suggestedSlots: noSuggestion, next: { week: "2026-W48", startsAt: endsAt } },
    [],
  );
  const outcomes = await Promise.all(
    [1, 2, 3, 4].map((days) => {
      const refreshed = refreshedDigest(
        digest,
        { posts: [], previous: null, brand },
        testTimeMs + days * dayMs,
      );
      return replaceDigest(table, digest, refreshed, []);
    }),
  );
  expect(outcomes.filter((isStored) => isStored)).toHaveLength(1);
  expect(await storedDigest(brand)).toMatchObject({
    refreshes: 1,
  });
});
