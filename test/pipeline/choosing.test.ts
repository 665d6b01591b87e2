import { expect, it } from "vitest";
import { dayMs } from "../../functions/domain/time.ts";
import { trusted } from "../../functions/domain/trusted.ts";
import { fingerprint } from "../../functions/pipeline/fingerprint.ts";
import { postedStoriesKey } from "../../functions/table/keys.ts";
import { postedLinkChange } from "../../functions/table/posted-stories.ts";
import { commit } from "../../functions/table/store/commit.ts";
import { readItem } from "../../functions/table/store/read.ts";
import { hoursAgo, sourceItem } from "../support/pipeline/candidates.ts";
import { aRunningBrand, linksOf } from "../support/pipeline/run-pipeline.ts";
import { testTimeMs } from "../support/table/entities.ts";
import { testTable } from "../support/table/table.ts";

const table = testTable();

const names = ["Quarry", "Ferry", "Library", "Tunnel", "Orchard", "Harbour", "Glacier", "Meadow", "Bakery"];
/** Nine stories without anything in common. */
const stories = () =>
  names.map((title) => sourceItem(title, { url: `https://${title.toLowerCase()}.example/1`, source: title }));

it("runs of two pipelines of a brand, and two runs of one pipeline, never choose the same item at the same moment", async () => {
  const { pipelineWith, runIt } = aRunningBrand(table);
  const [one, other] = [pipelineWith({ postsPerRun: 2 }), pipelineWith({ postsPerRun: 2 })];
  const items = stories();
  const runs = await Promise.all([one, one, other, other].map((pipeline) => runIt(pipeline, items)));
  expect(runs.map(({ run }) => run.status)).toEqual(Array.from({ length: 4 }, () => "succeeded"));
  expect(linksOf(runs)).toHaveLength(8);
  expect(new Set(linksOf(runs)).size).toBe(8);
  expect(linksOf([await runIt(other, items)])).toHaveLength(1);
});

it("no pipeline of a brand posts a story that another one has posted in the last 60 days, under any report of it", async () => {
  const { pipelineWith, runIt } = aRunningBrand(table);
  const title = "Grid battery opens in the old quarry";
  const first = sourceItem(title, { source: "A" });
  const second = sourceItem(title, { source: "B" });
  expect((await runIt(pipelineWith(), [first, second])).posts).toHaveLength(1);
  const again = await runIt(pipelineWith(), [second], testTimeMs + 30 * dayMs);
  expect(again.posts).toHaveLength(0);
  expect(again.run.stages[1]?.detail).toBe("1 candidate, 0 trends; 1 posted before");
  // The sighting after 30 days counts too.
  expect((await runIt(pipelineWith(), [second], testTimeMs + 89 * dayMs)).posts).toHaveLength(0);
  const { posts } = await aRunningBrand(table).runIt(pipelineWith(), [second]);
  expect(posts).toHaveLength(1);
});

it("a run makes no post of a link that a person has posted by hand, chooses the next best stories instead, and says so", async () => {
  const { brand, pipelineWith, runIt } = aRunningBrand(table);
  const ref = { organizationId: brand.organizationId, brandId: brand.id };
  const items = stories().map((item, index) => ({ ...item, publishedAt: hoursAgo(index) }));
  for (const item of items.slice(0, 3)) {
    const url = `${item.url}?utm_source=newsletter`;
    await commit(table, [postedLinkChange(ref, fingerprint({ url }), testTimeMs)]);
  }
  const { run, posts } = await runIt(pipelineWith({ postsPerRun: 2 }), items);
  expect(posts.map(({ content }) => content.link)).toEqual(items.slice(3, 5).map(({ url }) => url));
  expect(run.stages[2]?.detail).toBe("2 posts; 3 candidates left out that a person has posted by hand");
});

it("a run makes no post of an item that the brand avoids, and its stage says how many were left out", async () => {
  const { pipelineWith, runIt } = aRunningBrand(table, { avoid: ["gambling halls", "Ferries"] });
  const items = [...stories(), sourceItem("A day at the races", { summary: "In the gambling hall." })];
  const { run, posts } = await runIt(pipelineWith({ postsPerRun: 20 }), items);
  expect(posts).toHaveLength(8);
  expect(JSON.stringify(posts)).not.toMatch(/Ferry|races/);
  expect(run.stages[1]?.detail).toContain("; 2 left out that the brand avoids; 0 posted before");
});

it("each post of a run shows why its story was chosen", async () => {
  const { pipelineWith, runIt } = aRunningBrand(table);
  const pipeline = pipelineWith({ topics: ["harbours"], channels: ["feed"] });
  const { posts } = await runIt(pipeline, stories(), Date.parse(hoursAgo(-1)));
  expect(posts.map(({ reason }) => reason)).toEqual([
    {
      text: "Matches the topic harbours; reported by one source; 2 hours old.",
      score: 0.6804,
      terms: { relevance: 0.7, freshness: 0.9439, corroboration: 0, repetition: 0 },
      trend: null,
    },
  ]);
});

it("the memory of a brand expires 60 days after its last change, and a brand that made no post has none", async () => {
  const { brand, pipelineWith, runIt } = aRunningBrand(table);
  const key = postedStoriesKey(brand.organizationId, brand.id);
  await runIt(pipelineWith(), []);
  expect(await readItem(table, key)).toBeNull();
  await runIt(pipelineWith(), stories());
  const stored = trusted<{ expiresAt: number; days: Record<string, string> }>(await readItem(table, key));
  expect(stored.expiresAt).toBe((testTimeMs + 60 * dayMs) / 1000);
  expect(Object.values(stored.days).map((text) => text.length)).toEqual([5 * 8]);
});
