import { expect, it } from "vitest";
import { type Brand, changeBrand, feedRemovalMessage } from "../../functions/domain/brand.ts";
import { trusted } from "../../functions/domain/trusted.ts";
import { deleteBrand, pageOfBrands, readBrand, replaceBrand } from "../../functions/table/brands.ts";
import { hasFeed, insertFeedEntry, readFeed, removeFeedEntries } from "../../functions/table/feeds.ts";
import { linkChange, readTarget } from "../../functions/table/links.ts";
import { deletePipeline, insertPipeline, pipelinesOfBrand } from "../../functions/table/pipelines.ts";
import { aBrand, aPipeline, newId, testTimeMs } from "../support/table/entities.ts";
import { storeBrand } from "../support/table/stored-brand.ts";
import { testTable } from "../support/table/table.ts";

const table = testTable();

async function aStoredBrand() {
  const brand = aBrand(newId("org"));
  await storeBrand(table, brand);
  return brand;
}

/** "done", or the code of the error. */
const outcomeOf = (request: Promise<unknown>) =>
  request.then(
    () => "done",
    (error: unknown) => String(Object(error).code),
  );

it("a changed brand is stored only when the stored brand is the one that was read", async () => {
  const brand = await aStoredBrand();
  const pipeline = changeBrand(brand, { name: "One" }, testTimeMs);
  const other = changeBrand(brand, { timezone: "UTC" }, testTimeMs);
  expect(await replaceBrand(table, brand, pipeline, [])).toBe(true);
  expect(await replaceBrand(table, brand, other, [])).toBe(false);
  expect(await readBrand(table, brand.organizationId, brand.id)).toMatchObject(pipeline);
});

it("a brand that was stored before a setting existed is read with the default of that setting", async () => {
  const brand = aBrand(newId("org"));
  await storeBrand(table, { ...brand, settings: trusted<Brand["settings"]>({ approval: "auto" }) });
  const { organizationId, id } = brand;
  const settings = { ...brand.settings, approval: "auto" };
  expect(await readBrand(table, organizationId, id)).toMatchObject({ id, settings });
  const { rows } = await pageOfBrands(table, organizationId, { order: "desc", limit: 1, after: null });
  expect(rows).toMatchObject([{ id, settings }]);
});

it("a brand's new name is the title of its public feed", async () => {
  const brand = await aStoredBrand();
  await replaceBrand(table, brand, changeBrand(brand, { name: "Other" }, testTimeMs), []);
  expect(await readFeed(table, brand.id, 1)).toMatchObject({ title: "Other" });
});

it("a change of a brand keeps the count of pipelines inserted meanwhile", async () => {
  const brand = await aStoredBrand();
  const pipeline = aPipeline(brand.organizationId, brand.id);
  await insertPipeline(table, pipeline);
  await replaceBrand(table, brand, changeBrand(brand, { name: "Other" }, testTimeMs), []);
  expect(await outcomeOf(deleteBrand(table, brand.organizationId, brand.id, []))).toBe("unprocessable");
  await deletePipeline(table, pipeline);
  expect(await outcomeOf(deleteBrand(table, brand.organizationId, brand.id, []))).toBe("done");
});

it("a brand that has pipelines cannot be deleted, and a deleted brand is not found the second time", async () => {
  const { organizationId, id } = await aStoredBrand();
  const pipelines = [aPipeline(organizationId, id), aPipeline(organizationId, id)];
  for (const pipeline of pipelines) await insertPipeline(table, pipeline);
  for (const pipeline of pipelines) {
    expect(await outcomeOf(deleteBrand(table, organizationId, id, []))).toBe("unprocessable");
    await deletePipeline(table, pipeline);
  }
  expect(await outcomeOf(deleteBrand(table, organizationId, id, []))).toBe("done");
  expect(await outcomeOf(deleteBrand(table, organizationId, id, []))).toBe("not_found");
  expect(await readBrand(table, organizationId, id)).toBeNull();
});

it("the deletion of a brand and the creation of a pipeline at the same moment cannot both succeed", async () => {
  for (let round = 0; round < 20; round += 1) {
    const { organizationId, id } = await aStoredBrand();
    const [deleted, created] = await Promise.all([
      outcomeOf(deleteBrand(table, organizationId, id, [])),
      outcomeOf(insertPipeline(table, aPipeline(organizationId, id))),
    ]);
    expect(["done, not_found", "unprocessable, done"]).toContain(`${deleted}, ${created}`);
    expect(await pipelinesOfBrand(table, organizationId, id)).toHaveLength(created === "done" ? 1 : 0);
  }
});

it("the deletion of a brand deletes its public feed at once, then the feed's entries and their posts' links", async () => {
  const { organizationId, id } = await aStoredBrand();
  const posts = Array.from({ length: 60 }, () => newId("pst"));
  for (const postId of posts) {
    const entry = { postId, url: "https://example.com/", text: "", hashtags: [], publishedAt: "" };
    await insertFeedEntry(table, id, "2026-11-21T12:00:00.000Z", entry, [
      linkChange(entry.postId, "https://example.com/"),
    ]);
  }
  await deleteBrand(table, organizationId, id, [feedRemovalMessage(organizationId, id)]);
  expect(await readFeed(table, id, 50)).toBeNull();
  expect(await hasFeed(table, id)).toBe(false);
  expect(await readTarget(table, posts[0] ?? "")).toBe("https://example.com/");
  let pages = 0;
  while (await removeFeedEntries(table, id, 25)) pages += 1;
  expect(pages).toBe(3);
  for (const postId of posts) expect(await readTarget(table, postId)).toBeNull();
});

it("only one of two requests deletes a pipeline, and makes room for one more", async () => {
  const { organizationId, id } = await aStoredBrand();
  const pipelines = Array.from({ length: 100 }, () => aPipeline(organizationId, id));
  for (const pipeline of pipelines) await insertPipeline(table, pipeline);
  const another = () => outcomeOf(insertPipeline(table, aPipeline(organizationId, id)));
  expect(await another()).toBe("unprocessable");
  const [first] = pipelines;
  if (first === undefined) throw new Error("no pipeline");
  const outcomes = await Promise.all([
    outcomeOf(deletePipeline(table, first)),
    outcomeOf(deletePipeline(table, first)),
  ]);
  expect(outcomes.toSorted()).toEqual(["done", "not_found"]);
  expect(await another()).toBe("done");
  expect(await another()).toBe("unprocessable");
  expect(await pipelinesOfBrand(table, organizationId, id)).toHaveLength(100);
});
