import { expect, it } from "vitest";
import { type Brand, weekdays } from "../../functions/domain/brand.ts";
import type { Pipeline } from "../../functions/domain/pipeline.ts";
import { movedPost, type Post } from "../../functions/domain/post.ts";
import { isoTime } from "../../functions/domain/time.ts";
import type { SourceItem } from "../../functions/pipeline/sources/source.ts";
import { changePost, insertPost } from "../../functions/table/posts.ts";
import { executeNewRun, postsOfRuns } from "../support/pipeline/run-pipeline.ts";
import { aBrand, aPipeline, aPost, newId, testTimeMs } from "../support/table/entities.ts";
import { storeBrand } from "../support/table/stored-brand.ts";
import { testTable } from "../support/table/table.ts";

const table = testTable();

const stories = Array.from({ length: 60 }, (_, index): SourceItem => {
  const url = `https://example.com/${index}`;
  const title = `${"abcdefghij"[index % 10]}${index} story ${index * 7}`;
  const publishedAt = isoTime(testTimeMs - index * 1_000);
  return { id: url, title, url, summary: "", publishedAt, source: "Example", image: null, engagement: null };
});

const fetchSource = () => Promise.resolve({ parse: () => stories });

async function storedBrand(times: readonly string[], settings: Partial<Brand["settings"]> = {}) {
  const brand = aBrand(newId("org"));
  const postingSlots = weekdays.flatMap((weekday) => times.map((time) => ({ weekday, time })));
  Object.assign(brand.settings, { postingSlots, ...settings });
  await storeBrand(table, brand);
  return brand;
}

/** Executes a run of a new pipeline of the brand, and returns its posts and what its last stage says. */
async function runOf(brand: Brand, changes: Partial<Pipeline>) {
  const pipeline = { ...aPipeline(brand.organizationId, brand.id), ...changes };
  const run = await executeNewRun(table, { pipeline, brand }, { fetchSource });
  return { posts: await postsOfRuns(table, [run]), detail: run.stages.at(-1)?.detail };
}

const places = (posts: readonly Post[]) =>
  posts.map(({ channel, scheduledAt }) => `${channel} ${scheduledAt}`);

it("runs of three pipelines of one brand at the same moment share no posting slot of a channel", async () => {
  const brand = await storedBrand(["09:00", "15:00"]);
  const runs = await Promise.all(
    [1, 2, 3].map(() => runOf(brand, { postsPerRun: 3, channels: ["feed", "webhook"] })),
  );
  const posts = runs.flatMap((run) => run.posts);
  expect(new Set(places(posts)).size).toBe(18);
});

it("a run takes the slots that were freed since and leaves the slots of manual posts alone", async () => {
  const brand = await storedBrand(["09:00"]);
  const { organizationId } = brand;
  const manual = aPost(organizationId, {
    brandId: brand.id,
    runId: null,
    pipelineId: null,
    scheduledAt: "2026-11-23T08:00:00.000Z",
  });
  await insertPost(table, manual, []);
  const first = await runOf(brand, { postsPerRun: 2 });
  expect(places(first.posts)).toEqual(["feed 2026-11-22T08:00:00.000Z", "feed 2026-11-24T08:00:00.000Z"]);
  await changePost(table, organizationId, first.posts[0]?.id ?? "", (current) => ({
    post: movedPost(current, "reject", testTimeMs),
  }));
  const second = await runOf(brand, { postsPerRun: 2 });
  expect(places(second.posts)).toEqual(["feed 2026-11-22T08:00:00.000Z", "feed 2026-11-25T08:00:00.000Z"]);
});

it("a run of the largest size stores 90 posts in 90 slots of their channels in one transaction", async () => {
  const brand = await storedBrand(["09:00", "15:00"], { approval: "auto" });
  const channels: Pipeline["channels"] = ["feed", "webhook", "discord", "telegram", "bluesky", "ghost"];
  const { posts } = await runOf(brand, { postsPerRun: 15, channels });
  expect(posts).toHaveLength(90);
  expect(new Set(places(posts)).size).toBe(90);
  expect(posts.every(({ status }) => status === "scheduled")).toBe(true);
});

it("without posting slots the posts of a run go out at once, or together when the quiet hours end, or wait for a person if they never end", async () => {
  const open = await runOf(await storedBrand([], { approval: "auto" }), { postsPerRun: 2 });
  expect(open.posts.map(({ scheduledAt }) => scheduledAt)).toEqual([
    isoTime(testTimeMs),
    isoTime(testTimeMs),
  ]);
  expect(open.detail).toBe("no posting slots: at once");
  const quietHours = [{ start: "12:00", end: "14:30" }];
  const quiet = await runOf(await storedBrand([], { quietHours }), { postsPerRun: 2 });
  expect(new Set(places(quiet.posts))).toEqual(new Set(["feed 2026-11-21T13:30:00.000Z"]));
  expect(quiet.detail).toBe("no posting slots: after the quiet hours and blackout dates");
  const always = [{ start: "09:00", end: "09:00" }];
  const never = await runOf(await storedBrand([], { approval: "auto", quietHours: always }), {
    postsPerRun: 1,
  });
  expect(never.posts).toMatchObject([{ status: "pending", scheduledAt: null }]);
  expect(never.detail).toBe("no posting slots: without a time, because the next year is blocked");
});

it("a post for which no slot is free waits for a person, and the run says so", async () => {
  const quietHours = [{ start: "09:00", end: "10:00" }];
  const brand = await storedBrand(["09:00"], { approval: "auto", quietHours });
  const { posts, detail } = await runOf(brand, { postsPerRun: 1 });
  expect(posts).toMatchObject([{ status: "pending", scheduledAt: null }]);
  expect(detail).toBe("the next free posting slots; 1 post without a time: no slot is free");
});
