import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { type Post, type PostStatus, postStatuses, postTransitions } from "../../functions/domain/post.ts";
import { isoTime } from "../../functions/domain/time.ts";
import {
  claimPublication,
  movePost,
  type PostFilter,
  pageOfPosts,
  readPost,
} from "../../functions/table/posts.ts";
import { claimRun, completeRun, insertRun } from "../../functions/table/runs.ts";
import { aPost, aRun, newId, testTimeMs } from "../support/entities.ts";
import { testTable } from "../support/table.ts";

const table = testTable();

async function store(organizationId: string, posts: readonly Post[]): Promise<void> {
  for (let start = 0; start < posts.length; start += 50) {
    const run = aRun(organizationId);
    await insertRun(table, run, []);
    await claimRun(table, run, { token: "t", nowMs: testTimeMs, untilMs: testTimeMs + 1 });
    const chunk = posts.slice(start, start + 50);
    await completeRun(table, run, "t", { posts: chunk, stages: [], nowMs: testTimeMs, messages: [] });
  }
}

const sortValue = (post: Post, sort: PostFilter["sort"]) =>
  sort === "createdAt" ? post.id : `${post[sort] ?? "~"}#${post.id}`;

describe("a post that is moved", () => {
  it("goes to one of two who move it at once; the other sees what it became", async () => {
    const post = aPost(newId("org"));
    await store(post.organizationId, [post]);
    const approved = { ...post, status: "scheduled" as const };
    const both = await Promise.all([
      movePost(table, approved, postTransitions.approve),
      movePost(table, approved, postTransitions.approve),
    ]);
    expect(both.filter(({ moved }) => moved)).toHaveLength(1);
    expect(both.find(({ moved }) => !moved)).toMatchObject({ found: { status: "scheduled" } });
  });
});

describe("the publication of a post", () => {
  const scheduledAt = isoTime(testTimeMs);
  const claim = (token: string, nowMs: number, repeatable = true) => ({
    token,
    scheduledAt,
    nowMs,
    repeatable,
    untilMs: nowMs + 1e3,
  });

  async function aScheduledPost(): Promise<Post> {
    const post = aPost(newId("org"), { status: "scheduled", scheduledAt });
    await store(post.organizationId, [post]);
    return post;
  }

  it("is claimed by one worker; another waits while the claim lasts", async () => {
    const post = await aScheduledPost();
    expect(await claimPublication(table, post, claim("one", testTimeMs))).toBe("claimed");
    expect(await claimPublication(table, post, claim("two", testTimeMs))).toBe("busy");
  });

  it("is taken over after its worker died only where repeating it does no harm", async () => {
    const post = await aScheduledPost();
    await claimPublication(table, post, claim("one", testTimeMs));
    const later = testTimeMs + 2_000;
    expect(await claimPublication(table, post, claim("two", later, false))).toBe("interrupted");
    expect(await claimPublication(table, post, claim("two", later))).toBe("claimed");
  });

  it("is stale for a message of another time", async () => {
    const post = await aScheduledPost();
    const moved = { ...claim("one", testTimeMs), scheduledAt: isoTime(testTimeMs + 1) };
    expect(await claimPublication(table, post, moved)).toBe("stale");
  });

  it("is recorded only by the worker that holds the claim", async () => {
    const post = await aScheduledPost();
    await claimPublication(table, post, claim("one", testTimeMs));
    const published = { ...post, status: "published" as const, publishedAt: scheduledAt };
    expect(await movePost(table, published, postTransitions.publish, { claim: "two" })).toMatchObject({
      moved: false,
    });
    expect(await movePost(table, published, postTransitions.publish, { claim: "one" })).toEqual({
      moved: true,
    });
    expect(await readPost(table, post.organizationId, post.id)).toMatchObject({
      status: "published",
      publishedAt: scheduledAt,
    });
  });
});

describe("a list of posts", () => {
  const organizationId = newId("org");
  const brands = [newId("brd"), newId("brd")];
  const hour = 3_600_000;
  const posts = Array.from({ length: 60 }, (_, index) => {
    const status: PostStatus = postStatuses[(index * 7) % postStatuses.length] ?? "draft";
    return aPost(organizationId, {
      status,
      brandId: brands[index % 3 === 0 ? 1 : 0] ?? "",
      scheduledAt: index % 4 === 0 ? null : isoTime(testTimeMs + ((index * 13) % 17) * hour),
      publishedAt: status === "published" ? isoTime(testTimeMs + ((index * 5) % 11) * hour) : null,
    });
  });
  beforeAll(() => store(organizationId, posts));

  function expected({ statuses, brandId, sort }: PostFilter, order: "asc" | "desc"): string[] {
    const rows = posts
      .filter(({ status }) => statuses === undefined || statuses.includes(status))
      .filter((post) => brandId === undefined || post.brandId === brandId)
      .toSorted((one, other) => (sortValue(one, sort) < sortValue(other, sort) ? -1 : 1));
    return (order === "asc" ? rows : rows.toReversed()).map(({ id }) => id);
  }

  it("holds every post exactly once, in order, for any filter, sort, order and page size", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.option(fc.uniqueArray(fc.constantFrom(...postStatuses), { minLength: 1 }), { nil: undefined }),
        fc.constantFrom(undefined, ...brands),
        fc.constantFrom("createdAt" as const, "scheduledAt" as const, "publishedAt" as const),
        fc.constantFrom("asc" as const, "desc" as const),
        fc.integer({ min: 3, max: 100 }),
        async (statuses, brandId, sort, order, limit) => {
          const walked: string[] = [];
          let after: string | null = null;
          do {
            const filter = { statuses, brandId, sort };
            const page: { rows: Post[]; next: string | null } = await pageOfPosts(
              table,
              organizationId,
              filter,
              {
                order,
                limit,
                after,
              },
            );
            walked.push(...page.rows.map(({ id }) => id));
            after = page.next;
          } while (after !== null);
          expect(walked).toEqual(expected({ statuses, brandId, sort }, order));
        },
      ),
      { numRuns: 40 },
    );
  });
});
