import { describe, expect, it } from "vitest";
import { emptyMetrics, type PostMetrics } from "../../functions/domain/analytics.ts";
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

const measured = (figures: Partial<PostMetrics>): PostMetrics => ({
  ...emptyMetrics("pst", "2026-11-18T12:00:00.000Z"),
  stage: "final",
  updatedAt: "2026-11-20T12:00:00.000Z",
  ...figures,
});

const nothingKnown = {
  reach: null,
  engagementRate: null,
  clicks: null,
  estimatedRoi: null,
  currency: null,
};

describe("the digest of a week", () => {
  it("sums what was measured of its posts as a run's analytics do", () => {
    const metrics = [
      measured({ reach: 10, engagements: 5, clicks: 5, value: 2.5, currency: "EUR" }),
      measured({ reach: 90, engagements: 5, clicks: 5, value: 2.5, currency: "EUR" }),
    ];
    const figures = { reach: 100, engagementRate: 0.1, clicks: 10, estimatedRoi: 5, currency: "EUR" };
    expect(weeklyDigest(week, metrics, endMs)).toEqual({
      ...week,
      ...figures,
      status: "ready",
      posts: 2,
      computedAt: week.endsAt,
      updatedAt: week.endsAt,
      refreshes: 0,
    });
  });

  it("is ready without a post, and knows no figure, which is not 0", () => {
    expect(weeklyDigest(week, [], endMs)).toMatchObject({ status: "ready", posts: 0, ...nothingKnown });
  });

  it("is partial until each of its posts has its final figures", () => {
    const awaiting = emptyMetrics("pst", "2026-11-22T12:00:00.000Z");
    const first = measured({ stage: "first", clicks: 1 });
    expect(weeklyDigest(week, [awaiting], endMs)).toMatchObject({
      status: "partial",
      posts: 1,
      ...nothingKnown,
    });
    const partial = weeklyDigest(week, [measured({ clicks: 2 }), first, awaiting], endMs);
    expect(partial).toMatchObject({ status: "partial", posts: 3, clicks: 3 });
    const laterMs = endMs + dayMs;
    expect(refreshedDigest(partial, [measured({ clicks: 2 }), measured({ clicks: 4 })], laterMs)).toEqual({
      ...partial,
      status: "ready",
      posts: 2,
      clicks: 6,
      updatedAt: isoTime(laterMs),
      refreshes: 1,
    });
  });
});

describe("a digest is computed again", () => {
  const partial = weeklyDigest(week, [emptyMetrics("pst", week.startsAt)], endMs);
  const ready = weeklyDigest(week, [], endMs);
  const due = (digest: typeof ready, nowMs: number) =>
    refreshMessages(digest, nowMs).map(({ notBeforeMs }) => notBeforeMs - endMs);

  it("once even if it is ready: what was published in its last moment may have been stored after it", () => {
    expect(due(ready, endMs)).toEqual([dayMs + 10 * minuteMs]);
    expect(due({ ...ready, refreshes: 1 }, endMs + dayMs)).toEqual([]);
  });

  it("just after the figures of 24 and 48 hours of its last posts, then ever less often for ten days", () => {
    const times: number[] = [];
    let digest = partial;
    let nowMs = endMs;
    for (;;) {
      const [atMs] = due(digest, nowMs);
      if (atMs === undefined) break;
      times.push(atMs / hourMs);
      nowMs = endMs + atMs;
      digest = { ...digest, refreshes: digest.refreshes + 1 };
    }
    const tenMinutes = 1 / 6;
    const after = [24, 48, 52, 60, 76, 108, 172, 300];
    expect(times).toEqual(after.map((hours) => hours + tenMinutes));
  });

  it("an hour later when it was late itself, for so are its figures", () => {
    expect(due(partial, endMs + 21 * dayMs)).toEqual([21 * dayMs + hourMs]);
  });

  it("at the next of its times by a message that came a little early, not at the same again", () => {
    const early = endMs + dayMs + 10 * minuteMs - 200;
    expect(due({ ...partial, refreshes: 1 }, early)).toEqual([2 * dayMs + 10 * minuteMs]);
  });
});

describe("a week without a digest", () => {
  const brand = aBrandWithDigests("org");
  const status = (one: string, nowMs = testTimeMs, of = brand) =>
    pendingAnalytics(of, one, nowMs)?.status ?? null;

  it("is pending from the brand's first week to the present one, with no figures", () => {
    expect(pendingAnalytics(brand, "2026-W47", testTimeMs)).toEqual({
      brandId: brand.id,
      week: "2026-W47",
      startsAt: week.startsAt,
      endsAt: week.endsAt,
      status: "pending",
      posts: null,
      ...nothingKnown,
      computedAt: null,
      updatedAt: null,
    });
    expect([status("2026-W46"), status("2026-W48")]).toEqual([null, null]);
  });

  it("stays pending past its end until it is computed, as the weeks after it", () => {
    const laterMs = testTimeMs + 14 * dayMs;
    const weeks = ["2026-W46", "2026-W47", "2026-W48", "2026-W49", "2026-W50"];
    expect(weeks.map((one) => status(one, laterMs))).toEqual([null, "pending", "pending", "pending", null]);
  });

  it("is pending where the brand waits for it, though its zone says that it has not begun", () => {
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
    expect(status("2026-W49", nowMs, moved)).toBeNull();
  });

  it("is never pending where the brand waits for none, being from before there were digests: nobody computes one", () => {
    const old = aBrand("org");
    for (const nowMs of [testTimeMs, testTimeMs + 7 * dayMs])
      expect(["2026-W46", "2026-W47", "2026-W48"].map((one) => status(one, nowMs, old))).toEqual([
        null,
        null,
        null,
      ]);
  });
});
