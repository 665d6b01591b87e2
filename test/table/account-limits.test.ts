import { beforeEach, expect, it } from "vitest";
import { movedPost, type Post } from "../../functions/domain/post.ts";
import { pageWithOwnLimits, readOwnLimitsOf, withOwnLimits } from "../../functions/table/account-limits.ts";
import { changePost, insertPost, readPost } from "../../functions/table/posts.ts";
import { aBrand, aPost, newId, testTimeMs } from "../support/table/entities.ts";
import { storeBrand } from "../support/table/stored-brand.ts";
import { storeMastodon } from "../support/table/stored-connection.ts";
import { intercepted, testTable } from "../support/table/table.ts";

let calls: string[] = [];
const table = intercepted(testTable(), ({ operation, next }) => {
  calls.push(operation);
  return next();
});
beforeEach(() => {
  calls = [];
});

const ownLimits = { text: 5_000, images: 2, charactersPerUrl: 11 };

/** A brand that has connected an instance with limits of its own. */
async function aConnectedBrand(organizationId = newId("org")) {
  const brand = aBrand(organizationId);
  await storeBrand(table, brand);
  const place = { organizationId, brandId: brand.id };
  await storeMastodon(table, place, ownLimits);
  calls = [];
  return place;
}

const postOf = (place: { organizationId: string; brandId: string }, changes: Partial<Post> = {}) =>
  aPost(place.organizationId, { brandId: place.brandId, channel: "mastodon", ...changes });

it("a page of posts reads the connection of each brand once, all in one call, and gives each post its limits", async () => {
  const first = await aConnectedBrand();
  const second = await aConnectedBrand(first.organizationId);
  const third = { organizationId: first.organizationId, brandId: newId("brd") };
  const posts = [first, second, first, third].map((place) => postOf(place));
  const limited = await pageWithOwnLimits(table, [...posts, postOf(first, { channel: "webhook" })]);
  expect(limited.map(({ limits }) => limits?.text)).toEqual([5_000, 5_000, 5_000, undefined, undefined]);
  expect(calls).toEqual(["BatchGetItem"]);
});

it("posts on channels whose accounts all have the same limits need no read", async () => {
  const place = await aConnectedBrand();
  for (const channel of ["feed", "webhook", "discord"] as const) {
    const post = postOf(place, { channel });
    expect(await withOwnLimits(table, post)).toBe(post);
    expect(await pageWithOwnLimits(table, [post, post])).toEqual([post, post]);
  }
  const brand = { organizationId: place.organizationId, id: place.brandId };
  expect(await readOwnLimitsOf(table, brand, ["feed", "webhook"])).toEqual(new Map());
  expect(calls).toEqual([]);
});

it("a post is changed with the limits of its connection, which are not stored with it", async () => {
  const place = await aConnectedBrand();
  const post = postOf(place, { status: "draft", limits: { ...ownLimits, unit: "weighted" } });
  await insertPost(table, post, []);
  calls = [];
  const seen: Post[] = [];
  const changed = await changePost(table, place.organizationId, post.id, (current) => {
    seen.push(current);
    return { post: movedPost(current, "submit", testTimeMs) };
  });
  expect(calls.filter((name) => name === "GetItem")).toHaveLength(2);
  for (const one of [...seen, changed]) expect(one.limits).toMatchObject(ownLimits);
  const stored = await readPost(table, place.organizationId, post.id);
  expect(stored).toMatchObject({ status: "pending" });
  expect(stored).not.toHaveProperty("limits");
});
