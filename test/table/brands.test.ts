import { describe, expect, it } from "vitest";
import { changeBrand, feedRemovalMessage } from "../../functions/domain/brand.ts";
import { deleteBrand, insertBrand, readBrand, replaceBrand } from "../../functions/table/brands.ts";
import { hasFeed, insertFeedEntry, readFeed, removeFeedEntries } from "../../functions/table/feeds.ts";
import { followLink, linkChange } from "../../functions/table/links.ts";
import { deletePipeline, insertPipeline, pipelinesOfBrand } from "../../functions/table/pipelines.ts";
import { aBrand, aPipeline, newId, testTimeMs } from "../support/table/entities.ts";
import { testTable } from "../support/table/table.ts";

const table = testTable();

async function aStoredBrand() {
  const brand = aBrand(newId("org"));
  await insertBrand(table, brand);
  return brand;
}

/** How an attempt ended: with nothing to say, or refused with a code. */
const ending = (attempt: Promise<unknown>) =>
  attempt.then(
    () => "done",
    (error: unknown) => String(Object(error).code),
  );

describe("a changed brand", () => {
  it("is stored only on top of what was read", async () => {
    const brand = await aStoredBrand();
    const one = changeBrand(brand, { name: "One" }, testTimeMs);
    const other = changeBrand(brand, { timezone: "UTC" }, testTimeMs);
    expect(await replaceBrand(table, brand, one, [])).toBe(true);
    expect(await replaceBrand(table, brand, other, [])).toBe(false);
    expect(await readBrand(table, brand.organizationId, brand.id)).toMatchObject(one);
  });

  it("gives its name to its public feed", async () => {
    const brand = await aStoredBrand();
    await replaceBrand(table, brand, changeBrand(brand, { name: "Other" }, testTimeMs), []);
    expect(await readFeed(table, brand.id, 1)).toMatchObject({ title: "Other" });
  });

  it("keeps count of the pipelines that come meanwhile", async () => {
    const brand = await aStoredBrand();
    const pipeline = aPipeline(brand.organizationId, brand.id);
    await insertPipeline(table, pipeline);
    await replaceBrand(table, brand, changeBrand(brand, { name: "Other" }, testTimeMs), []);
    expect(await ending(deleteBrand(table, brand.organizationId, brand.id, []))).toBe("unprocessable");
    await deletePipeline(table, pipeline);
    expect(await ending(deleteBrand(table, brand.organizationId, brand.id, []))).toBe("done");
  });
});

describe("the deletion of a brand", () => {
  it("is refused while it has pipelines, and finds nothing the second time", async () => {
    const { organizationId, id } = await aStoredBrand();
    const pipelines = [aPipeline(organizationId, id), aPipeline(organizationId, id)];
    for (const one of pipelines) await insertPipeline(table, one);
    for (const one of pipelines) {
      expect(await ending(deleteBrand(table, organizationId, id, []))).toBe("unprocessable");
      await deletePipeline(table, one);
    }
    expect(await ending(deleteBrand(table, organizationId, id, []))).toBe("done");
    expect(await ending(deleteBrand(table, organizationId, id, []))).toBe("not_found");
    expect(await readBrand(table, organizationId, id)).toBeNull();
  });

  it("and the creation of a pipeline at the same moment cannot both succeed", async () => {
    for (let round = 0; round < 20; round += 1) {
      const { organizationId, id } = await aStoredBrand();
      const [deleted, created] = await Promise.all([
        ending(deleteBrand(table, organizationId, id, [])),
        ending(insertPipeline(table, aPipeline(organizationId, id))),
      ]);
      expect(["done, not_found", "unprocessable, done"]).toContain(`${deleted}, ${created}`);
      expect(await pipelinesOfBrand(table, organizationId, id)).toHaveLength(created === "done" ? 1 : 0);
    }
  });

  it("takes its public feed at once, then the feed's entries and the links of their posts", async () => {
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
    expect(await followLink(table, posts[0] ?? "")).toBe("https://example.com/");
    let pages = 0;
    while (await removeFeedEntries(table, id, 25)) pages += 1;
    expect(pages).toBe(3);
    for (const postId of posts) expect(await followLink(table, postId)).toBeNull();
  });
});

describe("the deletion of a pipeline", () => {
  it("is done once, by one of two, and makes room for another one", async () => {
    const { organizationId, id } = await aStoredBrand();
    const pipelines = Array.from({ length: 100 }, () => aPipeline(organizationId, id));
    for (const one of pipelines) await insertPipeline(table, one);
    const another = () => ending(insertPipeline(table, aPipeline(organizationId, id)));
    expect(await another()).toBe("unprocessable");
    const [first] = pipelines;
    if (first === undefined) throw new Error("no pipeline");
    const both = await Promise.all([
      ending(deletePipeline(table, first)),
      ending(deletePipeline(table, first)),
    ]);
    expect(both.toSorted()).toEqual(["done", "not_found"]);
    expect(await another()).toBe("done");
    expect(await another()).toBe("unprocessable");
    expect(await pipelinesOfBrand(table, organizationId, id)).toHaveLength(100);
  });
});
