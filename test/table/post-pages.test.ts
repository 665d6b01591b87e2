import fc from "fast-check";
import { expect, it } from "vitest";
import { type Post, postStatuses } from "../../functions/domain/post.ts";
import { isoTime } from "../../functions/domain/time.ts";
import { type PostFilter, pageOfPosts } from "../../functions/table/posts.ts";
import { aPost, newId, testTimeMs } from "../support/table/entities.ts";
import { storePosts } from "../support/table/posts.ts";
import { testTable } from "../support/table/table.ts";

const table = testTable();
const brands = [newId("brd"), newId("brd"), newId("brd")] as const;
type Order = "asc" | "desc";

/** Few different times, so that many rows share one; many rows without. */
const time = fc.option(
  fc.integer({ min: 0, max: 4 }).map((hours) => isoTime(testTimeMs + hours * 3_600_000)),
  { nil: null },
);
const row = fc.record({
  status: fc.constantFrom(...postStatuses),
  brandId: fc.constantFrom(...brands),
  scheduledAt: time,
  publishedAt: time,
});
const rows = fc.array(row, { maxLength: 40 });
const filters: fc.Arbitrary<PostFilter> = fc.record({
  statuses: fc.option(fc.uniqueArray(fc.constantFrom(...postStatuses), { minLength: 1 }), { nil: undefined }),
  brandId: fc.constantFrom(undefined, ...brands),
  sort: fc.constantFrom("createdAt" as const, "scheduledAt" as const, "publishedAt" as const),
});
const orders = fc.constantFrom<Order>("asc", "desc");

/** The list as its definition says it: no times at the end of the ascending order, rows of one time by their creation. */
function model(posts: readonly Post[], { statuses, brandId, sort }: PostFilter, order: Order): string[] {
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

/** Walks all pages; before each but the first something may happen. */
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
    // Only the last page may be short: nothing else comes or goes.
    if (page.next !== null) expect(page.rows).toHaveLength(limit);
    walked.push(...page.rows.map(({ id }) => id));
    after = page.next;
    if (after !== null) await between?.();
  } while (after !== null);
  return walked;
}

it("a list of posts is its model's for any rows, filter, sort, order and page size", async () => {
  await fc.assert(
    fc.asyncProperty(
      rows,
      fc.array(fc.tuple(filters, orders, fc.integer({ min: 1, max: 100 })), { minLength: 1, maxLength: 3 }),
      async (given, asked) => {
        const organizationId = newId("org");
        const posts = given.map((changes) => aPost(organizationId, changes));
        await storePosts(table, posts);
        // A neighbour's rows, which belong to no page.
        await storePosts(table, [aPost(newId("org"), { brandId: brands[0] })]);
        for (const [filter, order, limit] of asked)
          expect(await walk(organizationId, filter, { order, limit })).toEqual(model(posts, filter, order));
      },
    ),
    { numRuns: 40 },
  );
});

it("a walk meets every row that stood before it exactly once and in order, whatever is inserted meanwhile", async () => {
  await fc.assert(
    fc.asyncProperty(
      rows,
      fc.array(row, { minLength: 1, maxLength: 20 }),
      filters,
      orders,
      fc.integer({ min: 1, max: 12 }),
      async (given, later, filter, order, limit) => {
        const organizationId = newId("org");
        const posts = given.map((changes) => aPost(organizationId, changes));
        await storePosts(table, posts);
        const inserted: Post[] = [];
        const between = async () => {
          const next = later[inserted.length];
          if (next === undefined) return;
          const post = aPost(organizationId, next);
          inserted.push(post);
          await storePosts(table, [post]);
        };
        const walked = await walk(organizationId, filter, { order, limit, between });
        const old = new Set(posts.map(({ id }) => id));
        expect(walked.filter((id) => old.has(id))).toEqual(model(posts, filter, order));
        // What came meanwhile may be met too, in its place, and but once.
        const met = new Set(walked);
        expect(walked).toEqual(model([...posts, ...inserted], filter, order).filter((id) => met.has(id)));
        expect(walked).toHaveLength(met.size);
      },
    ),
    { numRuns: 40 },
  );
});
