import { expect, it } from "vitest";
import type { Post } from "../../functions/domain/post.ts";
import { pageOfBrands } from "../../functions/table/brands.ts";
import { pageOfPosts } from "../../functions/table/post-pages.ts";
import { replacePost } from "../../functions/table/posts.ts";
import { aBrand, aPost, newId } from "../support/table/entities.ts";
import { storePosts } from "../support/table/posts.ts";
import { storeBrand } from "../support/table/stored-brand.ts";
import { testTable } from "../support/table/table.ts";

const table = testTable();

it("a list of brands has every brand, also when large ones end a query before its page is full", async () => {
  const organizationId = newId("org");
  const brands = Array.from({ length: 50 }, () => aBrand(organizationId));
  for (const brand of brands) {
    brand.settings.voice = "x".repeat(30_000);
    await storeBrand(table, brand);
  }
  const walked: string[] = [];
  let after: string | null = null;
  do {
    const page: { rows: { id: string }[]; next: string | null } = await pageOfBrands(table, organizationId, {
      order: "asc",
      limit: 100,
      after,
    });
    walked.push(...page.rows.map(({ id }) => id));
    after = page.next;
  } while (after !== null);
  expect(walked).toEqual(brands.map(({ id }) => id));
});

it("a list of posts in several statuses shows a post exactly once while its status changes", async () => {
  const organizationId = newId("org");
  const posts = Array.from({ length: 30 }, () => aPost(organizationId));
  await storePosts(table, posts);

  const filters = [
    { statuses: undefined, brandId: undefined, sort: "createdAt" },
    { statuses: ["pending", "scheduled"], brandId: undefined, sort: "createdAt" },
    { statuses: undefined, brandId: undefined, sort: "publishedAt" },
  ] as const;
  const approveAll = async () => {
    for (const post of posts) {
      const approved: Post = { ...post, status: "scheduled" };
      await replacePost(table, approved);
    }
    return "approved" as const;
  };
  const approving = approveAll();
  const expected = posts.map(({ id }) => id).toReversed();
  for (let ended = false; !ended; ) {
    for (const filter of filters) {
      const page = { order: "desc", limit: 100, after: null } as const;
      const { rows } = await pageOfPosts(table, organizationId, filter, page);
      expect(rows.map(({ id }) => id)).toEqual(expected);
    }
    ended = (await Promise.race([approving, Promise.resolve()])) === "approved";
  }
});
