import { expect, it } from "vitest";
import { isoTime, minuteMs } from "../../functions/domain/time.ts";
import { postsPlannedBetween } from "../../functions/table/planned-posts.ts";
import { aBrand, aPost, newId, testTimeMs } from "../support/table/entities.ts";
import { storePosts } from "../support/table/posts.ts";
import { testTable } from "../support/table/table.ts";

const table = testTable();

it("a calendar has the brand's posts from its first moment until before its end, in the order of their times, without drafts", async () => {
  const brand = aBrand(newId("org"));
  const postAt = (minute: number, changes: Parameters<typeof aPost>[1] = {}) =>
    aPost(brand.organizationId, {
      brandId: brand.id,
      scheduledAt: isoTime(testTimeMs + minute * minuteMs),
      ...changes,
    });
  const inside = [
    postAt(0, { status: "published" }),
    postAt(1),
    postAt(2, { status: "failed" }),
    postAt(9, { status: "scheduled" }),
  ];
  await storePosts(table, [
    ...inside.toReversed(),
    postAt(-1),
    postAt(10),
    postAt(3, { status: "draft" }),
    postAt(4, { brandId: newId("brd") }),
    postAt(5, { scheduledAt: null }),
  ]);
  const read = (postsMax?: number) =>
    postsPlannedBetween(table, brand, testTimeMs, testTimeMs + 10 * minuteMs, postsMax);
  const whole = await read();
  expect([whole.posts.map(({ id }) => id), whole.hasMore]).toEqual([inside.map(({ id }) => id), false]);
  const some = await read(3);
  expect([some.posts.map(({ id }) => id), some.hasMore]).toEqual([
    inside.slice(0, 3).map(({ id }) => id),
    true,
  ]);
});
