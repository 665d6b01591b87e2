import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { measurementMessages } from "../../functions/domain/analytics.ts";
import { changeBrand } from "../../functions/domain/brand.ts";
import type { OutgoingMessage } from "../../functions/domain/message.ts";
import { deleteBrand, readBrand, replaceBrand } from "../../functions/table/brands.ts";
import { linkKey, metricsKey } from "../../functions/table/keys.ts";
import { linkChange, recordClick } from "../../functions/table/links.ts";
import { commit } from "../../functions/table/store/commit.ts";
import { readItem } from "../../functions/table/store/read.ts";
import { aBrand, aPost, newId, testTimeMs } from "../support/table/entities.ts";
import { storePosts } from "../support/table/posts.ts";
import { storeBrand } from "../support/table/stored-brand.ts";
import { testTable } from "../support/table/table.ts";
import { invokeWorker, stubWorkerEnvironment } from "../support/workers/worker.ts";

const table = testTable();
let measure: (message: OutgoingMessage | undefined) => Promise<number>;

beforeAll(async () => {
  stubWorkerEnvironment();
  const { handler } = await import("../../functions/workers/collect-metrics.ts");
  measure = (message) =>
    message === undefined ? Promise.resolve(-1) : invokeWorker(handler, [{ ...message, notBeforeMs: 0 }]);
});
afterAll(() => vi.unstubAllEnvs());

/** A post with three clicks at 0.1 EUR each, measured after 24 hours. */
async function aMeasuredPost() {
  const brand = aBrand(newId("org"));
  Object.assign(brand.settings, { valuePerClick: 0.1, currency: "EUR" });
  await storeBrand(table, brand);
  const { organizationId, id: brandId } = brand;
  const publishedAt = new Date(testTimeMs).toISOString();
  const post = aPost(organizationId, { brandId, status: "published", publishedAt });
  await storePosts(table, [post]);
  await commit(table, [linkChange(post.id, "https://example.com/")]);
  for (const visitor of ["one", "two", "three"])
    await recordClick(table, post.id, Buffer.from(visitor), testTimeMs);
  const [first, final] = measurementMessages(post, testTimeMs);
  expect(await measure(first)).toBe(0);
  const metrics = () => readItem(table, metricsKey(organizationId, post.runId, post.id));
  return { brand, post, final, metrics };
}

const measured = { reach: 0, clicks: 3, engagements: 3, value: 0.3, currency: "EUR" };

it("a brand that is deleted between the two measurements leaves what the first one found", async () => {
  const { brand, post, final, metrics } = await aMeasuredPost();
  expect(await metrics()).toMatchObject({ stage: "first", ...measured });
  await deleteBrand(table, brand.organizationId, brand.id, []);
  await commit(table, [{ kind: "delete", key: linkKey(post.id) }]);
  expect(await measure(final)).toBe(0);
  expect(await metrics()).toMatchObject({ stage: "final", ...measured });
});

it("a value per click that the brand removes between the two measurements removes the value", async () => {
  const { brand, final, metrics } = await aMeasuredPost();
  const current = await readBrand(table, brand.organizationId, brand.id);
  if (current === null) throw new Error("the brand is not stored");
  const changed = changeBrand(current, { settings: { valuePerClick: null } }, testTimeMs);
  await replaceBrand(table, current, changed, []);
  expect(await measure(final)).toBe(0);
  expect(await metrics()).toMatchObject({ stage: "final", clicks: 3, value: null, currency: null });
});

it("a post that is measured for the first time when its brand is gone has metrics that are all unknown", async () => {
  const post = aPost(newId("org"), { status: "published", publishedAt: new Date(testTimeMs).toISOString() });
  await storePosts(table, [post]);
  const [first] = measurementMessages(post, testTimeMs);
  expect(await measure(first)).toBe(0);
  expect(await readItem(table, metricsKey(post.organizationId, post.runId, post.id))).toMatchObject({
    stage: "first",
    reach: null,
    clicks: null,
    value: null,
  });
});
