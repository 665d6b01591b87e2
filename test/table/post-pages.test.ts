import fc from "fast-check";
import { expect, it } from "vitest";
import { type Post, postStatuses } from "../../functions/domain/post.ts";
import { isoTime } from "../../functions/domain/time.ts";
import { type PostFilter, pageOfPosts } from "../../functions/table/post-pages.ts";
import { readPost, replacePost } from "../../functions/table/posts.ts";
import { aPost, newId, testTimeMs } from "../support/table/entities.ts";
import { storePosts } from "../support/table/posts.ts";
import { testTable } from "../support/table/table.ts";

const table = testTable();
const brands = [newId("brd"), newId("brd"), newId("brd")] as const;
type Order = "asc" | "desc";

/** Few distinct times, so that many rows share one. Many rows have none. */
const timeOrNull = fc.option(
  fc.integer({ min: 0, max: 4 }).map((hours) => isoTime(testTimeMs + hours * 3_600_000)),
  { nil: null },
);
const row = fc
  .record({
    status: fc.constantFrom(...postStatuses),
    brandId: fc.constantFrom(...brands),
    scheduledAt: timeOrNull,
    publishedAt: timeOrNull,
  })
  // Only published posts have been published.
  .map((fields) => (fields.status === "published" ? fields : { ...fields, publishedAt: null }));
const rows = fc.array(row, { maxLength: 40 });
const filters: fc.Arbitrary<PostFilter> = fc.record({
  statuses: fc.option(fc.uniqueArray(fc.constantFrom(...postStatuses), { minLength: 1 }), { nil: undefined }),
  brandId: fc.constantFrom(undefined, ...brands),
  sort: fc.constantFrom("createdAt" as const, "scheduledAt" as const, "publishedAt" as const),
});
const orders = fc.constantFrom<Order>("asc", "desc");

/** The expected list: in ascending order rows without a time come last, and rows with the same time are in order of creation. */
function expectedIds(
  posts: readonly Post[],
  { statuses, brandId, sort }: PostFilter,
  order: Order,
): string[] {
  const ascending = posts
    .filter((post) => statuses === undefined || statuses.includes(post.status))
    .filter((post) => brandId === undefined || post.brandId === brandId)
    .toSorted((one, other) => {
      const [first, second] = [one, other].map((post) => (sort === "createdAt" ? post.id : post[sort]));
      if (first === second) return one.id < other.id ? -1 : 1;
      if (first === null || first === undefined) return 1;
      if (second === null || second === undefined) return -1;
      return first < second ? -1 : 1;
    })
    .map(({ id }) => id);
  return order === "asc" ? ascending : ascending.toReversed();
}

/** Returns the ids of all pages. `between` runs before each page but the first. */
async function walk(
  organizationId: string,
  filter: PostFilter,
  { order, limit, between }: { order: Order; limit: number; between?: () => Promise<void> },
): Promise<string[]> {
  const walked: string[] = [];
  let after: string | null = null;
  do {
    const page: { rows: Post[]; next: string | null } = await pageOfPosts(table, organizationId, filter, {
      order,
      limit,
      after,
    });
    expect(page.rows.length).toBeLessThanOrEqual(limit);
    // Only the last page may have fewer rows than the limit.
    if (page.next !== null) expect(page.rows).toHaveLength(limit);
    walked.push(...page.rows.map(({ id }) => id));
    after = page.next;
    if (after !== null) await between?.();
  } while (after !== null);
  return walked;
}

it("the pages of a post list equal the model's list for any rows, filter, sort, order and page size", async () => {
  await fc.assert(
    fc.asyncProperty(
      rows,
      fc.array(fc.tuple(filters, orders, fc.integer({ min: 1, max: 100 })), { minLength: 1, maxLength: 3 }),
      async (rowsGiven, queries) => {
        const organizationId = newId("org");
        const posts = rowsGiven.map((changes) => aPost(organizationId, changes));
        await storePosts(table, posts);
        // A row of another organization, which belongs on no page.
        await storePosts(table, [aPost(newId("org"), { brandId: brands[0] })]);
        for (const [filter, order, limit] of queries)
          expect(await walk(organizationId, filter, { order, limit })).toEqual(
            expectedIds(posts, filter, order),
          );
      },
    ),
    { numRuns: 40 },
  );
});

it("a walk through a post list returns every row stored before it exactly once and in order, whatever is inserted meanwhile", async () => {
  await fc.assert(
    fc.asyncProperty(
      rows,
      fc.array(row, { minLength: 1, maxLength: 20 }),
      filters,
      orders,
      fc.integer({ min: 1, max: 12 }),
      async (rowsBefore, rowsMeanwhile, filter, order, limit) => {
        const organizationId = newId("org");
        const posts = rowsBefore.map((changes) => aPost(organizationId, changes));
        await storePosts(table, posts);
        const inserted: Post[] = [];
        const between = async () => {
          const next = rowsMeanwhile[inserted.length];
          if (next === undefined) return;
          const post = aPost(organizationId, next);
          inserted.push(post);
          await storePosts(table, [post]);
        };
        const walked = await walk(organizationId, filter, { order, limit, between });
        const idsBefore = new Set(posts.map(({ id }) => id));
        expect(walked.filter((id) => idsBefore.has(id))).toEqual(expectedIds(posts, filter, order));
        // A row inserted meanwhile may be on a page too: at its position, and only once.
        const distinct = new Set(walked);
        expect(walked).toEqual(
          expectedIds([...posts, ...inserted], filter, order).filter((id) => distinct.has(id)),
        );
        expect(walked).toHaveLength(distinct.size);
      },
    ),
    { numRuns: 40 },
  );
});

it("a walk through all posts in the order of creation returns each of them once, whatever their statuses become meanwhile", async () => {
  await fc.assert(
    fc.asyncProperty(
      rows.filter(({ length }) => length > 0),
      fc.array(fc.tuple(fc.nat(), fc.constantFrom(...postStatuses)), { minLength: 1, maxLength: 20 }),
      fc.constantFrom(undefined, ...brands),
      orders,
      fc.integer({ min: 1, max: 12 }),
      async (rowsGiven, changes, brandId, order, limit) => {
        const organizationId = newId("org");
        const posts = rowsGiven.map((fields) => aPost(organizationId, fields));
        await storePosts(table, posts);
        const filter = { statuses: undefined, brandId, sort: "createdAt" as const };
        const left = [...changes];
        const between = async () => {
          const [index = 0, status = "draft" as const] = left.shift() ?? [];
          const post = await readPost(table, organizationId, posts[index % posts.length]?.id ?? "");
          if (post !== null) await replacePost(table, { ...post, status });
        };
        expect(await walk(organizationId, filter, { order, limit, between })).toEqual(
          expectedIds(posts, filter, order),
        );
      },
    ),
    { numRuns: 30 },
  );
});
