import { expect, it } from "vitest";
import {
  type BrandTrends,
  bucketOf,
  newTrackedTrend,
  type TrackedTrend,
  trendLimits,
} from "../../functions/domain/trend.ts";
import { updateStatuses } from "../../functions/domain/trend-status.ts";
import { newId } from "../support/table/entities.ts";

const nowMs = Date.parse("2026-11-21T12:00:00.000Z");
const bucket = bucketOf(nowMs);

function aTopic(mentions: number): TrackedTrend {
  const counts = new Map([[bucket, mentions]]);
  const buckets = new Map([
    ["a", counts],
    ["b", counts],
  ]);
  return { ...newTrackedTrend(nowMs), buckets };
}

function brandWith(tracked: TrackedTrend[]): BrandTrends {
  const source = { past: 10_000, pastEnd: bucket - 1, readAtMs: nowMs, buckets: new Map<number, number>() };
  return {
    version: 1,
    sources: new Map([
      ["a", source],
      ["b", source],
    ]),
    tracked,
  };
}

const rules = { threshold: 4, nowMs, newId };

it("a trend rises once at its threshold, fades below half of it, and can rise again only then", () => {
  const topic = aTopic(0);
  const brand = brandWith([topic]);
  // Two sources: 1 mention each gives 2.8, 2 give 4.3, 0.2 give 1.
  const risen = [1, 2, 1, 2, 4, 0.2, 1, 2].map((mentions) => {
    topic.buckets = aTopic(mentions).buckets;
    const [one] = updateStatuses(brand, rules);
    return [one?.hasRisen === true, one?.hasFaded === true, topic.status];
  });
  expect(risen).toEqual([
    [false, false, null],
    [true, false, "rising"],
    [false, false, "rising"],
    [false, false, "rising"],
    [false, false, "rising"],
    [false, true, "fading"],
    [false, false, "fading"],
    [true, false, "rising"],
  ]);
});

it("a trend that rises again keeps its id", () => {
  const topic = { ...aTopic(3), id: newId("trd"), status: "fading" as const };
  expect(updateStatuses(brandWith([topic]), rules)[0]?.id).toBe(topic.id);
});

it("if too many topics could rise, those with the highest scores do", () => {
  const topics = Array.from({ length: trendLimits.rising + 5 }, (_, index) => aTopic(2 + index / 10));
  const risen = updateStatuses(brandWith(topics), rules);
  expect(new Set(risen.map(({ trend }) => trend))).toEqual(new Set(topics.slice(5)));
  expect(updateStatuses(brandWith(topics), rules).filter(({ hasRisen }) => hasRisen)).toEqual([]);
});
