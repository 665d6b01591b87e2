import { expect, it } from "vitest";
import { emptyMetrics, type PostMetrics } from "../../functions/domain/analytics.ts";
import { nothingBest } from "../../functions/domain/best-posts.ts";
import { dayMs, hourMs, isoTime, minuteMs } from "../../functions/domain/time.ts";
import {
  pendingAnalytics,
  refreshedDigest,
  refreshMessages,
  weeklyDigest,
} from "../../functions/domain/weekly-digest.ts";
import { aBrand, aBrandWithDigests, testTimeMs } from "../support/table/entities.ts";

const week = {
  organizationId: "org",
  brandId: "brd",
  week: "2026-W47",
  startsAt: "2026-11-15T23:00:00.000Z",
  endsAt: "2026-11-22T23:00:00.000Z",
};
const endMs = Date.parse(week.endsAt);

const measured = (metrics: Partial<PostMetrics>): PostMetrics => ({
  ...emptyMetrics("pst", "2026-11-18T12:00:00.000Z"),
  stage: "final",
  updatedAt: "2026-11-20T12:00:00.000Z",
  ...metrics,
});

/** The input of a digest from these metrics alone. */
const input = (metrics: readonly PostMetrics[]) => ({
  posts: metrics.map((one) => ({ metrics: one, channel: "feed" as const, pipelineId: null, hashtags: [] })),
  previous: null,
  brand: aBrand("org"),
});

const nullMetrics = {
  reach: null,
  engagementRate: null,
  clicks: null,
  estimatedRoi: null,
  currency: null,
};

it("the digest of a week sums the metrics of its posts as a run's analytics do", () => {
  const metrics = [
    measured({ reach: 10, engagements: 5, clicks: 5, value: 2.5, currency: "EUR" }),
    measured({ reach: 90, engagements: 5, clicks: 5, value: 2.5, currency: "EUR" }),
  ];
  const totals = { reach: 100, engagementRate: 0.1, clicks: 10, estimatedRoi: 5, currency: "EUR" };
  expect(weeklyDigest(week, input(metrics), endMs)).toEqual({
    ...week,
    ...totals,
    status: "ready",
    posts: 2,
    previous: null,
    best: expect.objectContaining({ post: { postId: "pst", reactions: 5 } }),
    computedAt: week.endsAt,
    updatedAt: week.endsAt,
    refreshes: 0,
  });
});

it("the digest of a week without posts is ready, and its metrics are null, not 0", () => {
  expect(weeklyDigest(week, input([]), endMs)).toMatchObject({ status: "ready", posts: 0, ...nullMetrics });
});

it("the digest of a week is partial until each of its posts has its final metrics", () => {
  const awaiting = emptyMetrics("pst", "2026-11-22T12:00:00.000Z");
  const first = measured({ stage: "first", clicks: 1 });
  expect(weeklyDigest(week, input([awaiting]), endMs)).toMatchObject({
    status: "partial",
    posts: 1,
    ...nullMetrics,
  });
  const partial = weeklyDigest(week, input([measured({ clicks: 2 }), first, awaiting]), endMs);
  expect(partial).toMatchObject({ status: "partial", posts: 3, clicks: 3 });
  const laterMs = endMs + dayMs;
  expect(
    refreshedDigest(partial, input([measured({ clicks: 2 }), measured({ clicks: 4 })]), laterMs),
  ).toEqual({
    ...partial,
    status: "ready",
    posts: 2,
    clicks: 6,
    best: expect.anything(),
    updatedAt: isoTime(laterMs),
    refreshes: 1,
  });
});

it("a digest has the metrics of the week before as they are when it is computed, and again when it is refreshed", () => {
  const before = weeklyDigest({ ...week, week: "2026-W46" }, input([measured({ clicks: 7 })]), endMs);
  const digest = weeklyDigest(week, { ...input([]), previous: before }, endMs);
  expect(digest.previous).toEqual({ ...nullMetrics, week: "2026-W46", posts: 1, clicks: 7 });
  const refreshed = refreshedDigest(digest, { ...input([]), previous: { ...before, clicks: 8 } }, endMs);
  expect(refreshed.previous).toMatchObject({ clicks: 8 });
});

it("a digest of a deleted brand keeps what did best, and takes new metrics", () => {
  const digest = weeklyDigest(week, input([measured({ clicks: 7 })]), endMs);
  const refreshed = refreshedDigest(digest, { ...input([measured({ clicks: 9 })]), brand: null }, endMs);
  expect(refreshed).toMatchObject({ clicks: 9, best: digest.best });
});

const partial = weeklyDigest(week, input([emptyMetrics("pst", week.startsAt)]), endMs);
const ready = weeklyDigest(week, input([]), endMs);
const refreshDelaysMs = (digest: typeof ready, nowMs: number) =>
  refreshMessages(digest, nowMs).map(({ notBeforeMs }) => notBeforeMs - endMs);

it("a ready digest is refreshed once, because a post of its last moment may have been stored after it", () => {
  expect(refreshDelaysMs(ready, endMs)).toEqual([dayMs + 10 * minuteMs]);
  expect(refreshDelaysMs({ ...ready, refreshes: 1 }, endMs + dayMs)).toEqual([]);
});

it("a partial digest is refreshed after the 24-hour and 48-hour metrics of its last posts, then less and less often for ten days", () => {
  const times: number[] = [];
  let digest = partial;
  let nowMs = endMs;
  for (;;) {
    const [atMs] = refreshDelaysMs(digest, nowMs);
    if (atMs === undefined) break;
    times.push(atMs / hourMs);
    nowMs = endMs + atMs;
    digest = { ...digest, refreshes: digest.refreshes + 1 };
  }
  const tenMinutesInHours = 1 / 6;
  const after = [24, 48, 52, 60, 76, 108, 172, 300];
  expect(times).toEqual(after.map((hours) => hours + tenMinutesInHours));
});

it("a digest computed late is refreshed one hour later, because its metrics are late too", () => {
  expect(refreshDelaysMs(partial, endMs + 21 * dayMs)).toEqual([21 * dayMs + hourMs]);
});

it("a refresh message that comes slightly early requests the next refresh time, not the same one again", () => {
  const early = endMs + dayMs + 10 * minuteMs - 200;
  expect(refreshDelaysMs({ ...partial, refreshes: 1 }, early)).toEqual([2 * dayMs + 10 * minuteMs]);
});

const brand = aBrandWithDigests("org");
const statusOf = (weekName: string, nowMs = testTimeMs, of = brand) =>
  pendingAnalytics(of, weekName, nowMs)?.status ?? null;

it("a week without a digest is pending from the brand's first week to the current week, without metrics", () => {
  expect(pendingAnalytics(brand, "2026-W47", testTimeMs)).toEqual({
    brandId: brand.id,
    week: "2026-W47",
    startsAt: week.startsAt,
    endsAt: week.endsAt,
    status: "pending",
    posts: null,
    ...nullMetrics,
    previous: null,
    best: nothingBest,
    computedAt: null,
    updatedAt: null,
  });
  expect([statusOf("2026-W46"), statusOf("2026-W48")]).toEqual([null, null]);
});

it("a week without a digest stays pending after its end until it is computed, and so do the weeks after it", () => {
  const laterMs = testTimeMs + 14 * dayMs;
  const weeks = ["2026-W46", "2026-W47", "2026-W48", "2026-W49", "2026-W50"];
  expect(weeks.map((weekName) => statusOf(weekName, laterMs))).toEqual([
    null,
    "pending",
    "pending",
    "pending",
    null,
  ]);
});

it("a week that the brand waits for is pending, even when it has not begun in the brand's time zone", () => {
  const moved = {
    ...brand,
    timezone: "America/New_York",
    nextDigest: { week: "2026-W48", startsAt: week.endsAt },
  };
  const nowMs = endMs + hourMs;
  expect(pendingAnalytics(moved, "2026-W48", nowMs)).toMatchObject({
    startsAt: week.endsAt,
    endsAt: "2026-11-30T05:00:00.000Z",
  });
  expect(statusOf("2026-W49", nowMs, moved)).toBeNull();
});

it("a week of a brand older than digests is never pending, because no digest is requested", () => {
  const old = aBrand("org");
  for (const nowMs of [testTimeMs, testTimeMs + 7 * dayMs])
    expect(["2026-W46", "2026-W47", "2026-W48"].map((weekName) => statusOf(weekName, nowMs, old))).toEqual([
      null,
      null,
      null,
    ]);
});
