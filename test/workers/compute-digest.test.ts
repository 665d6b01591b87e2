import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { emptyMetrics } from "../../functions/domain/analytics.ts";
import { type Brand, changeBrand, openBrand } from "../../functions/domain/brand.ts";
import type { ServiceEvent } from "../../functions/domain/event.ts";
import type { OutgoingMessage } from "../../functions/domain/message.ts";
import { dayMs, isoTime } from "../../functions/domain/time.ts";
import { weekAfter, weekAt, weekStartMs } from "../../functions/domain/week.ts";
import { deleteBrand, readBrand, replaceBrand } from "../../functions/table/brands.ts";
import { storeMetrics } from "../../functions/table/metrics.ts";
import { readDigest } from "../../functions/table/weekly-digests.ts";
import { aPost, newId } from "../support/table/entities.ts";
import { storePosts } from "../support/table/posts.ts";
import { storeBrand } from "../support/table/stored-brand.ts";
import { everyOutboxItem, testTable } from "../support/table/table.ts";
import { invokeWorker, stubWorkerEnvironment } from "../support/workers/worker.ts";

const table = testTable();
let compute: (...messages: readonly OutgoingMessage[]) => Promise<number>;

beforeAll(async () => {
  stubWorkerEnvironment();
  const { handler } = await import("../../functions/workers/compute-digest.ts");
  compute = (...messages) => invokeWorker(handler, messages);
});
afterAll(() => vi.unstubAllEnvs());

const timezone = "Europe/Zurich";
const thisWeek = weekAt(Date.now(), timezone);
const lastWeek = weekAfter(thisWeek, -1);
const startMs = (week: string) => weekStartMs(week, timezone);

/** A brand created some weeks ago, for which no digest has been computed. */
async function aBrandCreated(weeksAgo: number): Promise<Brand> {
  const given = {
    id: newId("brd"),
    organizationId: newId("org"),
    name: "Acme",
    timezone: timezone,
    settings: {},
  };
  const brand = openBrand(given, startMs(weekAfter(thisWeek, -weeksAgo)) + dayMs);
  await storeBrand(table, brand);
  return brand;
}

/** The messages that request a brand's digests, in the order of their creation. */
async function requestedDigests(brand: Brand): Promise<OutgoingMessage[]> {
  return (await everyOutboxItem(table))
    .toSorted((one, other) => (one.sk < other.sk ? -1 : 1))
    .flatMap(({ messages }) => messages)
    .filter(({ queue, body }) => queue === "digests" && "brandId" in body && body.brandId === brand.id);
}

const ofKind = async (brand: Brand, kind: "digest.compute" | "digest.refresh") =>
  (await requestedDigests(brand)).filter(({ body }) => body.kind === kind);

/** The message when its time has come. */
const due = (message: OutgoingMessage | undefined): OutgoingMessage => {
  if (message === undefined) throw new Error("no such message");
  return { ...message, notBeforeMs: 0 };
};

const eventsOf = async ({ organizationId }: Brand): Promise<ServiceEvent[]> =>
  (await everyOutboxItem(table))
    .flatMap(({ messages }) => messages)
    .flatMap(({ body }) =>
      body.kind === "event.fan-out" && body.organizationId === organizationId ? [body.event] : [],
    );

const digestOf = ({ organizationId, id }: Brand, week: string) => readDigest(table, organizationId, id, week);

/** Stores a published post, with its metrics of a stage. Returns a function that stores its final metrics. */
async function publish(
  brand: Brand,
  publishedAtMs: number,
  stage?: "first" | "final",
): Promise<() => Promise<void>> {
  const { organizationId, id: brandId } = brand;
  const publishedAt = isoTime(publishedAtMs);
  const post = aPost(organizationId, { brandId, status: "published", publishedAt });
  await storePosts(table, [post]);
  const measure = (metricsStage: "first" | "final") =>
    storeMetrics(table, organizationId, post.runId, {
      ...emptyMetrics(post.id, publishedAt),
      stage: metricsStage,
      reach: 10,
      engagements: 2,
      clicks: 2,
      value: 1,
      currency: "EUR",
      updatedAt: publishedAt,
    });
  if (stage !== undefined) await measure(stage);
  return () => measure("final");
}

it("the end of a brand's week stores one digest and one event, and requests the next week, however often its message comes", async () => {
  const brand = await aBrandCreated(1);
  await publish(brand, startMs(lastWeek) + 2 * dayMs, "final");
  const [message] = await requestedDigests(brand);
  expect(message?.notBeforeMs).toBe(startMs(thisWeek));
  const request = due(message);
  await Promise.all([compute(request), compute(request, request)]);
  expect(await compute(request)).toBe(0);

  const period = { startsAt: isoTime(startMs(lastWeek)), endsAt: isoTime(startMs(thisWeek)) };
  expect(await digestOf(brand, lastWeek)).toMatchObject({
    ...period,
    week: lastWeek,
    status: "ready",
    posts: 1,
    reach: 10,
    engagementRate: 0.2,
    clicks: 2,
    estimatedRoi: 1,
    currency: "EUR",
  });
  const { organizationId, id: brandId } = brand;
  expect(await eventsOf(brand)).toMatchObject([
    { type: "analytics.weekly_ready", data: { organizationId, brandId, week: lastWeek, ...period } },
  ]);
  const weeks = (await ofKind(brand, "digest.compute")).map(({ notBeforeMs }) => notBeforeMs);
  expect(weeks).toEqual([startMs(thisWeek), startMs(weekAfter(thisWeek))]);
  expect(await ofKind(brand, "digest.refresh")).toHaveLength(1);
});

it("the end of a brand's week stores a digest for a brand without posts too", async () => {
  const brand = await aBrandCreated(1);
  expect(await compute(due((await requestedDigests(brand))[0]))).toBe(0);
  expect(await digestOf(brand, lastWeek)).toMatchObject({ status: "ready", posts: 0, clicks: null });
  expect(await eventsOf(brand)).toHaveLength(1);
});

it("the end of a brand's week stores and requests nothing when the brand is deleted", async () => {
  const brand = await aBrandCreated(1);
  const request = due((await requestedDigests(brand))[0]);
  await deleteBrand(table, brand.organizationId, brand.id, []);
  expect(await compute(request)).toBe(0);
  expect(await digestOf(brand, lastWeek)).toBeNull();
  expect(await requestedDigests(brand)).toHaveLength(1);
  expect(await eventsOf(brand)).toEqual([]);
});

it("the end of a brand's week is computed in the brand's current time zone: a message with an older zone stores nothing", async () => {
  const brand = await aBrandCreated(1);
  const moved = changeBrand(brand, { timezone: "Pacific/Apia" }, Date.now());
  await replaceBrand(table, brand, moved, []);
  const back = changeBrand(moved, { timezone: timezone }, Date.now());
  await replaceBrand(table, moved, back, []);
  const again = changeBrand(back, { timezone: "Pacific/Apia" }, Date.now());
  await replaceBrand(table, back, again, []);
  const requests = (await requestedDigests(brand)).map(due);
  expect(requests).toHaveLength(4);
  for (const message of [...requests, ...requests]) expect(await compute(message)).toBe(0);
  expect(await eventsOf(brand)).toHaveLength(1);
  const endsAtMs = weekStartMs(thisWeek, "Pacific/Apia");
  expect(await digestOf(brand, lastWeek)).toMatchObject({
    startsAt: isoTime(startMs(lastWeek)),
    endsAt: isoTime(endsAtMs),
  });
  const following = (await readBrand(table, brand.organizationId, brand.id))?.nextDigest;
  expect(following).toEqual({ week: thisWeek, startsAt: isoTime(endsAtMs) });
});

it("three weeks without digests are caught up one after the other, each with its posts and its event", async () => {
  const brand = await aBrandCreated(3);
  const weeks = [-3, -2, -1].map((count) => weekAfter(thisWeek, count));
  for (const [index, week] of weeks.entries())
    for (let post = 0; post <= index; post += 1) await publish(brand, startMs(week) + dayMs + post, "final");
  for (let count = 0; count < 3; count += 1) {
    const last = (await ofKind(brand, "digest.compute")).at(-1);
    expect(last?.notBeforeMs).toBeLessThanOrEqual(Date.now());
    expect(await compute(due(last), due(last))).toBe(0);
  }
  expect((await ofKind(brand, "digest.compute")).at(-1)?.notBeforeMs).toBeGreaterThan(Date.now());
  for (const [index, week] of weeks.entries())
    expect(await digestOf(brand, week)).toMatchObject({ posts: index + 1, status: "ready" });
  const eventWeeks = (await eventsOf(brand)).map(({ data }) => ("week" in data ? data.week : ""));
  expect(eventWeeks.toSorted()).toEqual(weeks);
});

it("metrics that arrive after the end of a week make its digest ready, without another event, however often the refresh comes", async () => {
  const brand = await aBrandCreated(1);
  await publish(brand, startMs(lastWeek) + dayMs, "final");
  const measure = await publish(brand, startMs(thisWeek) - 1, "first");
  expect(await compute(due((await requestedDigests(brand))[0]))).toBe(0);
  expect(await digestOf(brand, lastWeek)).toMatchObject({ status: "partial", posts: 2, clicks: 4 });

  const first = due((await ofKind(brand, "digest.refresh"))[0]);
  await Promise.all([compute(first), compute(first, first)]);
  expect(await digestOf(brand, lastWeek)).toMatchObject({ status: "partial", refreshes: 1 });
  expect(await ofKind(brand, "digest.refresh")).toHaveLength(2);

  await measure();
  // Published in the week, but stored only now.
  await publish(brand, startMs(thisWeek) - 2, "final");
  const second = due((await ofKind(brand, "digest.refresh"))[1]);
  expect(await compute(second, first)).toBe(0);
  expect(await compute(second)).toBe(0);
  expect(await digestOf(brand, lastWeek)).toMatchObject({
    status: "ready",
    posts: 3,
    clicks: 6,
    refreshes: 2,
  });
  expect(await ofKind(brand, "digest.refresh")).toHaveLength(2);
  expect(await eventsOf(brand)).toHaveLength(1);
});
