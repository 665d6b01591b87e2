import { beforeAll, expect, it } from "vitest";
import { pageOfPosts } from "../../functions/table/post-pages.ts";
import type { Table } from "../../functions/table/store/table.ts";
import { compare, type Side } from "../bench/pages/compare.ts";
import { costsOf } from "../bench/pages/costs.ts";
import { seedPosts } from "../bench/pages/seed.ts";
import { newId } from "../support/table/entities.ts";
import { ownTable } from "../support/table/own-table.ts";
import { everyStatusSet, type PageCase, pageCases, postListModel } from "../support/table/post-list-model.ts";

const few = 1_000;
const many = 100_000;
const limits = [20, 100];
const organizationId = newId("org");
const brandIds = [newId("brd"), newId("brd"), newId("brd"), newId("brd")] as const;
/** All brands, and the brand that has half of the posts. */
const listedBrands = [undefined, brandIds[0]];
const owner = { organizationId, brandIds };
const sides: Partial<Record<"small" | "large", Side & { endpoint: string; table: Table }>> = {};

async function seededTable(posts: number) {
  const { endpoint, table } = await ownTable();
  const { each } = await seedPosts(table, { posts, seed: 1, owner }, console.log);
  const lists = postListModel(organizationId, each());
  const request = async (page: PageCase) => {
    const { filter, order, limit } = page;
    const { after } = lists.page(filter, page);
    const { rows } = await pageOfPosts(table, organizationId, filter, { order, limit, after });
    return rows.map(({ id }) => id);
  };
  return { endpoint, table, lists, request };
}

function seededSides() {
  const { small, large } = sides;
  if (small === undefined || large === undefined) throw new Error("the tables were not filled");
  return { small, large };
}

beforeAll(async () => {
  sides.small = await seededTable(few);
  sides.large = await seededTable(many);
});

it("the first, middle and last page of every list of 100,000 posts has exactly its rows and costs no more than its limit", async () => {
  const { endpoint, table, lists } = seededSides().large;
  const cases = pageCases({ statusSets: everyStatusSet, brandIds: listedBrands, limits });
  const at = { endpoint, tableName: table.name };
  const { pages, wrong, worst, max } = await costsOf(at, organizationId, lists, cases);
  console.table(max);
  console.log(
    `pages: ${pages} combinations, worst cost ${worst.shareOfLimit.toFixed(2)} of the limit (${worst.page})`,
  );
  expect(pages).toBe(1_224);
  expect(wrong).toEqual([]);
  expect(worst.shareOfLimit).toBeGreaterThan(0);
  expect(worst.shareOfLimit).toBeLessThanOrEqual(1);
});

it("the same pages have exactly their rows among 1,000 posts and among 100,000, and their times are printed", async () => {
  const { small, large } = seededSides();
  const statusSets = everyStatusSet.slice(0, 6);
  const cases = pageCases({ statusSets, brandIds: listedBrands, limits });
  const { pages, ratios } = await compare({ small, large }, cases, {
    rounds: 1,
    secondsMax: { rounds: 0, repeats: 0 },
  });
  console.log("time among 100,000 posts ÷ time among 1,000, by page:", ratios);
  // compare() throws for a page whose rows differ from the model's.
  expect(pages).toBe(432);
});
