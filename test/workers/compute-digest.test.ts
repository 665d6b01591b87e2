import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { emptyMetrics } from "../../functions/domain/analytics.ts";
import { type Brand, changeBrand, openBrand } from "../../functions/domain/brand.ts";
import type { ServiceEvent } from "../../functions/domain/event.ts";
import type { OutgoingMessage } from "../../functions/domain/message.ts";
import { dayMs, isoTime } from "../../functions/domain/time.ts";
import { weekAfter, weekAt, weekStartMs } from "../../functions/domain/week.ts";
import { deleteBrand, insertBrand, readBrand, replaceBrand } from "../../functions/table/brands.ts";
import { storeMetrics } from "../../functions/table/metrics.ts";
import { readDigest } from "../../functions/table/weekly-digests.ts";
import { aPost, newId } from "../support/table/entities.ts";
import { storePosts } from "../support/table/posts.ts";
import { everyOutboxItem, testTable } from "../support/table/table.ts";
import { stubWorkerEnvironment, work } from "../support/workers/worker.ts";

const table = testTable();
let compute: (...messages: readonly OutgoingMessage[]) => Promise<number>;

beforeAll(async () => {
  stubWorkerEnvironment();
  const { handler } = await import("../../functions/workers/compute-digest.ts");
  compute = (...messages) => work(handler, messages);
});
afterAll(() => vi.unstubAllEnvs());

const zone = "Europe/Zurich";
const thisWeek = weekAt(Date.now(), zone);
const startMs = (week: string) => weekStartMs(week, zone);

/** A brand that was made so many weeks ago, and for which nothing has come since. */
async function aBrandOf(weeksAgo: number): Promise<Brand> {
  const given = {
    id: newId("brd"),
    organizationId: newId("org"),
    name: "Acme",
    timezone: zone,
    settings: {},
  };
  const brand = openBrand(given, startMs(weekAfter(thisWeek, -weeksAgo)) + dayMs);
  await insertBrand(table, brand);
  return brand;
}

/** What was called for of a brand's digests, in the order of the calls. */
async function calledFor(brand: Brand): Promise<OutgoingMessage[]> {
  return (await everyOutboxItem(table))
    .toSorted((one, other) => (one.sk < other.sk ? -1 : 1))
    .flatMap(({ messages }) => messages)
    .filter(({ queue, body }) => queue === "digests" && "brandId" in body && body.brandId === brand.id);
}

const ofKind = async (brand: Brand, kind: "digest.compute" | "digest.refresh") =>
  (await calledFor(brand)).filter(({ body }) => body.kind === kind);

/** A message as it is when its time has come. */
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

/** A post that a brand has published, with what was measured of it. */
async function publish(
  brand: Brand,
  publishedAtMs: number,
  stage?: "first" | "final",
): Promise<() => Promise<void>> {
  const { organizationId, id: brandId } = brand;
  const publishedAt = isoTime(publishedAtMs);
  const post = aPost(organizationId, { brandId, status: "published", publishedAt });
  await storePosts(table, [post]);
  const measure = (now: "first" | "final") =>
    storeMetrics(table, organizationId, post.runId, {
      ...emptyMetrics(post.id, publishedAt),
      stage: now,
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

describe("the end of a brand's week", () => {
  const week = weekAfter(thisWeek, -1);

  it("makes one digest and one event, and calls for the next week, however often it is told", async () => {
    const brand = await aBrandOf(1);
    await publish(brand, startMs(week) + 2 * dayMs, "final");
    const [message] = await calledFor(brand);
    expect(message?.notBeforeMs).toBe(startMs(thisWeek));
    const asked = due(message);
    await Promise.all([compute(asked), compute(asked, asked)]);
    expect(await compute(asked)).toBe(0);

    const span = { startsAt: isoTime(startMs(week)), endsAt: isoTime(startMs(thisWeek)) };
    expect(await digestOf(brand, week)).toMatchObject({
      ...span,
      week,
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
      { type: "analytics.weekly_ready", data: { organizationId, brandId, week, ...span } },
    ]);
    const weeks = (await ofKind(brand, "digest.compute")).map(({ notBeforeMs }) => notBeforeMs);
    expect(weeks).toEqual([startMs(thisWeek), startMs(weekAfter(thisWeek))]);
    expect(await ofKind(brand, "digest.refresh")).toHaveLength(1);
  });

  it("makes a digest of a brand without posts too", async () => {
    const brand = await aBrandOf(1);
    expect(await compute(due((await calledFor(brand))[0]))).toBe(0);
    expect(await digestOf(brand, week)).toMatchObject({ status: "ready", posts: 0, clicks: null });
    expect(await eventsOf(brand)).toHaveLength(1);
  });

  it("makes nothing when the brand is gone, and nothing follows", async () => {
    const brand = await aBrandOf(1);
    const asked = due((await calledFor(brand))[0]);
    await deleteBrand(table, brand.organizationId, brand.id, []);
    expect(await compute(asked)).toBe(0);
    expect(await digestOf(brand, week)).toBeNull();
    expect(await calledFor(brand)).toHaveLength(1);
    expect(await eventsOf(brand)).toEqual([]);
  });

  it("is the one of the brand's present zone: what was called for in an older one makes nothing", async () => {
    const brand = await aBrandOf(1);
    const moved = changeBrand(brand, { timezone: "Pacific/Apia" }, Date.now());
    await replaceBrand(table, brand, moved, []);
    const back = changeBrand(moved, { timezone: zone }, Date.now());
    await replaceBrand(table, moved, back, []);
    const again = changeBrand(back, { timezone: "Pacific/Apia" }, Date.now());
    await replaceBrand(table, back, again, []);
    const asked = (await calledFor(brand)).map(due);
    expect(asked).toHaveLength(4);
    for (const message of [...asked, ...asked]) expect(await compute(message)).toBe(0);
    expect(await eventsOf(brand)).toHaveLength(1);
    const endsAtMs = weekStartMs(thisWeek, "Pacific/Apia");
    expect(await digestOf(brand, week)).toMatchObject({
      startsAt: isoTime(startMs(week)),
      endsAt: isoTime(endsAtMs),
    });
    const following = (await readBrand(table, brand.organizationId, brand.id))?.nextDigest;
    expect(following).toEqual({ week: thisWeek, startsAt: isoTime(endsAtMs) });
  });
});

describe("three weeks in which nothing was computed", () => {
  it("are made up for one after the other, each with its posts and its event", async () => {
    const brand = await aBrandOf(3);
    const weeks = [-3, -2, -1].map((count) => weekAfter(thisWeek, count));
    for (const [index, week] of weeks.entries())
      for (let post = 0; post <= index; post += 1)
        await publish(brand, startMs(week) + dayMs + post, "final");
    for (let told = 0; told < 3; told += 1) {
      const last = (await ofKind(brand, "digest.compute")).at(-1);
      expect(last?.notBeforeMs).toBeLessThanOrEqual(Date.now());
      expect(await compute(due(last), due(last))).toBe(0);
    }
    expect((await ofKind(brand, "digest.compute")).at(-1)?.notBeforeMs).toBeGreaterThan(Date.now());
    for (const [index, week] of weeks.entries())
      expect(await digestOf(brand, week)).toMatchObject({ posts: index + 1, status: "ready" });
    const told = (await eventsOf(brand)).map(({ data }) => ("week" in data ? data.week : ""));
    expect(told.toSorted()).toEqual(weeks);
  });
});

describe("the figures that come in after a week's end", () => {
  it("make its digest ready, without another event, however often it is told", async () => {
    const week = weekAfter(thisWeek, -1);
    const brand = await aBrandOf(1);
    await publish(brand, startMs(week) + dayMs, "final");
    const measure = await publish(brand, startMs(thisWeek) - 1, "first");
    expect(await compute(due((await calledFor(brand))[0]))).toBe(0);
    expect(await digestOf(brand, week)).toMatchObject({ status: "partial", posts: 2, clicks: 4 });

    const first = due((await ofKind(brand, "digest.refresh"))[0]);
    await Promise.all([compute(first), compute(first, first)]);
    expect(await digestOf(brand, week)).toMatchObject({ status: "partial", refreshes: 1 });
    expect(await ofKind(brand, "digest.refresh")).toHaveLength(2);

    await measure();
    // Stored only now, though it was published in the week.
    await publish(brand, startMs(thisWeek) - 2, "final");
    const second = due((await ofKind(brand, "digest.refresh"))[1]);
    expect(await compute(second, first)).toBe(0);
    expect(await compute(second)).toBe(0);
    expect(await digestOf(brand, week)).toMatchObject({ status: "ready", posts: 3, clicks: 6, refreshes: 2 });
    expect(await ofKind(brand, "digest.refresh")).toHaveLength(2);
    expect(await eventsOf(brand)).toHaveLength(1);
  });
});
