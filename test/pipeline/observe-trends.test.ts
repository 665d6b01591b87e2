import { expect, it } from "vitest";
import type { ServiceEvent } from "../../functions/domain/event.ts";
import { queueRun, type Run } from "../../functions/domain/run.ts";
import { hourMs } from "../../functions/domain/time.ts";
import { trusted } from "../../functions/domain/trusted.ts";
import type { SourceItem } from "../../functions/pipeline/sources/source.ts";
import { observeTrends } from "../../functions/pipeline/trends/observe-trends.ts";
import { readBrandTrends } from "../../functions/table/brand-trends.ts";
import { pageOfTrends, readTrend } from "../../functions/table/trends.ts";
import { aRunningBrand } from "../support/pipeline/run-pipeline.ts";
import { anItem, ordinaryDays, readingOf, sourceNames } from "../support/pipeline/trend-items.ts";
import { aBrand, newId, testTimeMs } from "../support/table/entities.ts";
import { everyOutboxItem, testTable } from "../support/table/table.ts";

const table = testTable();
const page = { order: "desc" as const, limit: 20, after: null };

const ferryTitles = [
  "Solar ferry Aurelia begins service on the lake",
  "Aurelia, the first solar ferry, sails today",
  "What the solar ferry Aurelia means for commuters",
  "Crowds greet solar ferry Aurelia",
];
const ferryAt = (atMs: number, count = ferryTitles.length) =>
  ferryTitles
    .slice(0, count)
    .map((title, index) => anItem(title, sourceNames[index] ?? "", atMs - index * 60_000));

/** A brand with a past of a week, and functions that let runs of it read items. */
async function aBrandWithPast() {
  const organizationId = newId("org");
  const brand = aBrand(organizationId);
  const aRunAt = (atMs: number): Run =>
    queueRun(
      { runId: newId("run"), organizationId, pipelineId: newId("pip"), brandId: brand.id, trigger: "manual" },
      atMs,
    );
  const observe = (run: Run, items: readonly SourceItem[]) =>
    observeTrends(table, { run, brand, newId }, readingOf(items));
  await observe(aRunAt(testTimeMs - hourMs), ordinaryDays(9, testTimeMs - 2 * hourMs));
  const events = async () =>
    (await everyOutboxItem(table))
      .flatMap(({ messages }) => messages)
      .filter(({ body }) => body.organizationId === organizationId)
      .map(({ body }) => trusted<{ event: ServiceEvent<"trend.detected"> }>(body).event);
  const trends = async () =>
    (await pageOfTrends(table, organizationId, { brandId: brand.id, statuses: undefined }, page, testTimeMs))
      .rows;
  return { organizationId, brand, aRunAt, observe, events, trends };
}

it("a topic that rises is sent once, with the title and the id under which clients can read it", async () => {
  const { organizationId, brand, aRunAt, observe, events } = await aBrandWithPast();
  const run = aRunAt(testTimeMs);
  const items = ferryAt(testTimeMs);
  const rising = await observe(run, items);
  await observe(aRunAt(testTimeMs + hourMs), ferryAt(testTimeMs));
  const [event, ...others] = await events();
  expect(others).toEqual([]);
  const { runId, pipelineId, brandId } = run;
  expect(event).toMatchObject({
    type: "trend.detected",
    data: { organizationId, runId, pipelineId, brandId },
  });
  if (event === undefined) return;
  const { trendId, topic, score } = event.data;
  const risen = { id: trendId, title: topic, score };
  expect(rising).toEqual([{ trend: risen, items: expect.arrayContaining(items) }]);
  const trend = await readTrend(table, organizationId, trendId, testTimeMs);
  expect(ferryTitles).toContain(topic);
  expect(trend).toMatchObject({
    status: "rising",
    title: topic,
    sources: sourceNames.toSorted(),
    firstSeenAt: new Date(testTimeMs - 180_000).toISOString(),
    lastSeenAt: new Date(testTimeMs).toISOString(),
  });
  expect(score).toBeGreaterThanOrEqual(brand.settings.trendThreshold);
  expect(trend?.items.map(({ title }) => title)).toEqual(ferryTitles);
});

it("a post says to which rising trend its story belongs", async () => {
  const { brand, pipelineWith, runIt } = aRunningBrand(table);
  const { organizationId, id: brandId } = brand;
  const pipeline = pipelineWith({ postsPerRun: 1 });
  const before = await runIt(pipeline, ordinaryDays(9, testTimeMs - 2 * hourMs));
  const { posts } = await runIt(pipeline, ferryAt(testTimeMs));
  const filter = { brandId, statuses: undefined };
  const { rows } = await pageOfTrends(table, organizationId, filter, page, testTimeMs);
  expect(rows).toHaveLength(1);
  const trends = [...before.posts, ...posts].map(({ reason }) => reason?.trend);
  expect(trends).toEqual([null, ...rows.map(({ id, title, score }) => ({ id, title, score }))]);
});

it("a run that is executed twice observes once and sends no second event", async () => {
  const { brand, aRunAt, observe, events, trends } = await aBrandWithPast();
  const run = aRunAt(testTimeMs);
  const items = ferryAt(testTimeMs);
  await observe(run, items);
  const [ref, shown] = [{ organizationId: brand.organizationId, brandId: brand.id }, await trends()];
  const { version: _first, ...once } = await readBrandTrends(table, ref, testTimeMs);
  await observe(run, items);
  const { version: _second, ...twice } = await readBrandTrends(table, ref, testTimeMs);
  expect(twice).toEqual(once);
  expect(await trends()).toEqual(shown);
  expect(await events()).toHaveLength(1);
});

it("runs of a brand's pipelines that end at once lose no observation, and send one event together", async () => {
  const { aRunAt, observe, events, trends } = await aBrandWithPast();
  const items = ferryAt(testTimeMs);
  await Promise.all(items.map((item) => observe(aRunAt(testTimeMs), [item])));
  expect(await events()).toHaveLength(1);
  await observe(aRunAt(testTimeMs + 60_000), []);
  expect((await trends()).map(({ sources }) => sources)).toEqual([sourceNames.toSorted()]);
});

it("a trend fades without new mentions, and is sent again with its id when it rises anew", async () => {
  const { aRunAt, observe, events, trends } = await aBrandWithPast();
  const statuses: unknown[] = [];
  const returnsMs = testTimeMs + 72 * hourMs;
  const days = [ferryAt(testTimeMs), [], [], [...ferryAt(returnsMs), ...ferryAt(returnsMs - 8 * hourMs)]];
  for (const [index, items] of days.entries()) {
    const atMs = testTimeMs + index * 24 * hourMs;
    await observe(aRunAt(atMs), [...ordinaryDays(1, atMs), ...items]);
    statuses.push((await trends()).map(({ status }) => status));
  }
  expect(statuses).toEqual([["rising"], ["rising"], ["fading"], ["rising"]]);
  const ids = (await events()).map(({ data }) => data.trendId);
  expect(ids).toHaveLength(2);
  expect(new Set(ids).size).toBe(1);
});

it("a brand with a higher threshold gets no event of the same topic", async () => {
  const { brand, aRunAt, observe, events } = await aBrandWithPast();
  brand.settings.trendThreshold = 50;
  expect(await observe(aRunAt(testTimeMs), ferryAt(testTimeMs))).toEqual([]);
  expect(await events()).toEqual([]);
});
