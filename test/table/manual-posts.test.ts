import { expect, it } from "vitest";
import { movedPost, type Post, publishedPost } from "../../functions/domain/post.ts";
import { isoTime } from "../../functions/domain/time.ts";
import { deleteBrand } from "../../functions/table/brands.ts";
import { metricsKey } from "../../functions/table/keys.ts";
import { storeMetrics } from "../../functions/table/metrics.ts";
import { deletePost } from "../../functions/table/post-deletion.ts";
import { pageOfPosts } from "../../functions/table/post-pages.ts";
import { insertPost, readPost } from "../../functions/table/posts.ts";
import { readItem } from "../../functions/table/store/read.ts";
import { aBrand, aPost, newId, testTimeMs } from "../support/table/entities.ts";
import { storeBrand } from "../support/table/stored-brand.ts";
import { editPost, storePost } from "../support/table/stored-post.ts";
import { intercepted, testTable } from "../support/table/table.ts";

const table = testTable();
const publishedAt = isoTime(testTimeMs);

const aStoredPost = (changes?: Partial<Post>) => storePost(table, changes);
const change = (post: Post, edit: (current: Post) => Post) => editPost(table, post, edit);

it("a post of a brand that was deleted in the meantime is not stored, and the brand is not found", async () => {
  const brand = aBrand(newId("org"));
  await storeBrand(table, brand);
  const post = aPost(brand.organizationId, { brandId: brand.id });
  await deleteBrand(table, brand.organizationId, brand.id, []);
  const message = "No such brand.";
  await expect(insertPost(table, post, [])).rejects.toMatchObject({ code: "not_found", message });
  expect(await readPost(table, post.organizationId, post.id)).toBeNull();
});

it("a post that is stored already is returned as it is now, also after its brand was deleted", async () => {
  const post = await aStoredPost();
  await change(post, (current) => movedPost(current, "reject", testTimeMs));
  await deleteBrand(table, post.organizationId, post.brandId, []);
  expect(await insertPost(table, post, [])).toMatchObject({ id: post.id, status: "draft" });
});

it("deleting a post deletes its metrics, and only a post that may be deleted now", async () => {
  const post = await aStoredPost();
  const { organizationId, id, runId } = post;
  const measured = { postId: id, publishedAt, stage: "first", updatedAt: publishedAt } as const;
  await storeMetrics(table, organizationId, runId, measured);
  // Another request approves the post after it was read.
  let isApproved = false;
  const approveOnce = async () => {
    if (!isApproved) await change(post, (current) => movedPost(current, "approve", testTimeMs));
    isApproved = true;
  };
  const seen: string[] = [];
  const acting = intercepted(table, async ({ operation, next }) => {
    if (operation === "TransactWriteItems") await approveOnce();
    return next();
  });
  const deleting = deletePost(acting, organizationId, id, ({ status }) => {
    seen.push(status);
    if (status === "scheduled") throw new Error("scheduled");
  });
  await expect(deleting).rejects.toThrow("scheduled");
  expect(seen).toEqual(["pending", "scheduled"]);
  await deletePost(table, organizationId, id, () => undefined);
  expect(await readPost(table, organizationId, id)).toBeNull();
  expect(await readItem(table, metricsKey(organizationId, runId, id))).toBeNull();
  await expect(deletePost(table, organizationId, id, () => undefined)).rejects.toMatchObject({
    code: "not_found",
  });
});

it("a failed post that becomes published while a page is read is in the page", async () => {
  const post = await aStoredPost({ status: "failed" });
  let queries = 0;
  const acting = intercepted(table, async ({ operation, next }) => {
    if (operation === "Query") queries += 1;
    // Between the query of one status and that of the other.
    if (operation === "Query" && queries === 2)
      await change(post, (current) => publishedPost(current, { externalUrl: null }, publishedAt));
    return next();
  });
  const filter = { statuses: ["published", "failed"], brandId: undefined, sort: "createdAt" } as const;
  const page = { order: "asc", limit: 10, after: null } as const;
  const { rows } = await pageOfPosts(acting, post.organizationId, filter, page);
  expect(rows.map(({ id, status }) => [id, status])).toEqual([[post.id, "published"]]);
});
