import fc from "fast-check";
import { expect, it } from "vitest";
import { hourMs, isoTime } from "../../functions/domain/time.ts";
import {
  type BrandTrends,
  bucketOf,
  bucketStartMs,
  newTrackedTrend,
  recentBuckets,
  trendLimits,
} from "../../functions/domain/trend.ts";
import {
  closeBuckets,
  type Mention,
  observeMentions,
  observeSources,
} from "../../functions/domain/trend-observations.ts";
import {
  comparisonAt,
  extendedCurve,
  recentCurve,
  scoreOf,
  termsOf,
} from "../../functions/domain/trend-score.ts";

const nowMs = Date.parse("2026-11-21T12:00:00.000Z");
const now = bucketOf(nowMs);

/** A brand whose four sources have published 200 items each in the past, and 40 in the current bucket. */
function aBrandAtWork(past = 200): BrandTrends {
  const sources = ["a", "b", "c", "d"].map(
    (source) =>
      [
        source,
        { past, pastEnd: now - recentBuckets, readAtMs: nowMs, buckets: new Map([[now, 40]]) },
      ] as const,
  );
  return { version: 1, sources: new Map(sources), tracked: [] };
}

function termsWith(
  mentions: Record<string, number>,
  past: Record<string, number> = {},
  brand = aBrandAtWork(),
) {
  const topic = newTrackedTrend(nowMs);
  topic.past = new Map(Object.entries(past));
  topic.buckets = new Map(
    Object.entries(mentions).map(([source, count]) => [source, new Map([[now, count]])]),
  );
  return (atMs = nowMs) => termsOf(topic, comparisonAt(brand, atMs));
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);
const scoreWith = (...given: Parameters<typeof termsWith>) => scoreOf(termsWith(...given)());

it("a reader can compute the score from the terms that clients see", () => {
  const terms = termsWith({ a: 3, b: 2 }, { a: 4, c: 1 })();
  const evidence = terms.sources.map(({ observed, expected }) =>
    Math.min(terms.evidenceMax, Math.sqrt(observed) + Math.sqrt(observed + 1) - Math.sqrt(4 * expected + 1)),
  );
  const variance = 1 + sum(terms.sources.map(({ expected }) => Math.min(1, expected)));
  expect(scoreOf(terms)).toBeCloseTo(sum(evidence) / Math.sqrt(variance), 3);
  expect(terms.observed).toBeCloseTo(sum(terms.sources.map(({ observed }) => observed)), 3);
  expect(terms.expected).toBeCloseTo(sum(terms.sources.map(({ expected }) => expected)), 3);
});

it("one source adds at most the largest evidence, however much it publishes", () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 10_000, noNaN: true }), (count) => {
      expect(scoreWith({ a: count })).toBeLessThanOrEqual(3);
    }),
  );
});

it("the same mentions count more when more sources have them", () => {
  const scores = [{ a: 12 }, { a: 6, b: 6 }, { a: 4, b: 4, c: 4 }, { a: 3, b: 3, c: 3, d: 3 }].map(
    (mentions) => scoreWith(mentions),
  );
  expect(scores).toEqual(scores.toSorted((one, other) => one - other));
  expect(new Set(scores).size).toBe(4);
});

it("the usual mentions of a topic give a low score, and three times as many a high one", () => {
  const past = { a: 40, b: 40, c: 40 };
  expect(scoreWith({ a: 8, b: 8, c: 8 }, past)).toBeLessThan(1);
  expect(scoreWith({ a: 24, b: 24, c: 24 }, past)).toBeGreaterThan(4);
  expect(scoreWith({ a: 8, b: 8, c: 8 })).toBeGreaterThan(7);
});

it("a brand without a past expects more mentions of any topic", () => {
  const mentions = { a: 1, b: 1, c: 1 };
  expect(scoreWith(mentions, {}, aBrandAtWork(0))).toBeLessThan(scoreWith(mentions) - 1);
});

it("a mention counts half after each half-life", () => {
  const terms = termsWith({ a: 8 });
  const at = (halfLives: number) => terms(nowMs + halfLives * terms().halfLifeHours * hourMs).observed;
  expect(at(2)).toBeCloseTo(at(1) / 2, 2);
  expect(at(5)).toBeCloseTo(at(1) / 16, 2);
});

function countsAfter(runs: readonly (readonly Mention[])[]) {
  const topic = newTrackedTrend(nowMs);
  for (const mentions of runs) observeMentions(topic, mentions, new Map());
  return topic.buckets;
}

it("observing the same mentions again, or those of two runs in any order, gives the same counts", () => {
  const mention = fc.record<Mention>({
    source: fc.constantFrom("a", "b"),
    bucket: fc.integer({ min: now - 3, max: now }),
    weight: fc.constantFrom(0.5, 1, 2),
  });
  const runs = fc.array(fc.array(mention, { maxLength: 8 }), { maxLength: 4 });
  fc.assert(
    fc.property(runs, (observed) => {
      const once = countsAfter(observed);
      expect(countsAfter([...observed, ...observed])).toEqual(once);
      expect(countsAfter(observed.toReversed())).toEqual(once);
    }),
  );
});

it("mentions that move to the past are counted once, also when a source is read again", () => {
  const trends: BrandTrends = { version: null, sources: new Map(), tracked: [newTrackedTrend(nowMs)] };
  const [topic] = trends.tracked;
  const old = now - recentBuckets - 1;
  const published = new Map([
    [
      "a",
      new Map([
        [old, 5],
        [now, 2],
      ]),
    ],
  ]);
  for (let run = 0; run < 3; run += 1) {
    observeSources(trends, published, nowMs);
    if (topic !== undefined)
      observeMentions(topic, [{ source: "a", bucket: old, weight: 1 }], trends.sources);
    closeBuckets(trends, ["a"], nowMs);
  }
  expect(trends.sources.get("a")).toMatchObject({ past: 5, buckets: new Map([[now, 2]]) });
  expect(topic).toMatchObject({ past: new Map([["a", 1]]), buckets: new Map() });
});

it("the weights by age make the terms of a score from the points of its curve", () => {
  const topic = newTrackedTrend(nowMs);
  topic.past = new Map([["a", 6]]);
  topic.buckets = new Map([
    [
      "a",
      new Map([
        [now - 3, 1],
        [now, 4],
      ]),
    ],
    ["b", new Map([[now - 1, 2.5]])],
  ]);
  const brand = aBrandAtWork();
  brand.sources.get("b")?.buckets.set(now - 1, 30);
  const comparison = comparisonAt(brand, nowMs);
  const curve = recentCurve(topic, comparison);
  expect(curve).toHaveLength(recentBuckets + 1);
  expect(curve.map(({ observed }) => observed)).toEqual([0, 0, 0, 0, 0, 1, 0, 2.5, 4]);
  const { observed, expected, halfLifeHours } = termsOf(topic, comparison);
  // A bucket is as old as its middle. The middle of the last one is still to come.
  const weightOf = (from: string) =>
    2 ** (-Math.max(0, nowMs - Date.parse(from) - 3 * hourMs) / (halfLifeHours * hourMs));
  const weighed = (name: "observed" | "expected") =>
    sum(curve.map((point) => point[name] * weightOf(point.from)));
  expect(weighed("observed")).toBeCloseTo(observed, 2);
  expect(weighed("expected")).toBeCloseTo(expected, 2);
});

/** The points of so many buckets. */
const points = (first: number, count: number, observed: number) =>
  Array.from({ length: count }, (_, index) => ({
    from: isoTime(bucketStartMs(first + index)),
    observed,
    expected: 1,
  }));

it("a curve keeps a week of points, and takes the latest count of each", () => {
  expect(extendedCurve([], points(now - 8, 9, 2))).toEqual(points(now - 8, 9, 2));
  // No run has seen the buckets between: they have no points.
  expect(extendedCurve(points(now - 20, 9, 1), points(now - 8, 9, 2))).toEqual([
    ...points(now - 20, 9, 1),
    ...points(now - 8, 9, 2),
  ]);
  const extended = extendedCurve(points(now - 40, 36, 1), points(now - 8, 9, 2));
  expect(extended).toEqual([...points(now - 27, 19, 1), ...points(now - 8, 9, 2)]);
  expect(extended).toHaveLength(trendLimits.curvePoints);
});
