import { expect, it } from "vitest";
import {
  measurementMessages,
  type PostMetrics,
  postAnalytics,
  runAnalytics,
} from "../../functions/domain/analytics.ts";
import { hourMs } from "../../functions/domain/time.ts";

const publishedAt = "2026-11-21T12:00:00.000Z";
const measured = (metrics: Partial<PostMetrics>): PostMetrics => ({
  postId: "pst",
  publishedAt,
  stage: "final",
  reach: null,
  engagements: null,
  clicks: null,
  value: null,
  currency: null,
  updatedAt: "2026-11-23T12:00:00.000Z",
  ...metrics,
});

it("the analytics of a run are pending, without metrics, until a post was measured", () => {
  const pending = { runId: "run", status: "pending", reach: null, engagementRate: null, clicks: null };
  expect(runAnalytics("run", [])).toMatchObject({ ...pending, posts: 0, availableAt: null });
  const awaiting = measured({ stage: "awaiting", updatedAt: null });
  expect(runAnalytics("run", [awaiting])).toMatchObject({
    ...pending,
    posts: 1,
    availableAt: "2026-11-23T12:00:00.000Z",
  });
});

it("the analytics of a run are partial until every published post has its final metrics", () => {
  expect(runAnalytics("run", [measured({}), measured({ stage: "first" })]).status).toBe("partial");
  expect(runAnalytics("run", [measured({}), measured({ stage: "awaiting" })]).status).toBe("partial");
  expect(runAnalytics("run", [measured({}), measured({})]).status).toBe("ready");
});

it("the analytics of a post are those of a run that has made this post only", () => {
  const post = { id: "pst", publishedAt };
  for (const metrics of [
    measured({ stage: "awaiting", updatedAt: null }),
    measured({ stage: "first", reach: 10, engagements: 5, clicks: 5 }),
    measured({ reach: 10, engagements: 5, clicks: 5, value: 2.5, currency: "EUR" }),
  ]) {
    const { runId: _, posts: __, ...ofRun } = runAnalytics("run", [metrics]);
    expect(postAnalytics(post, metrics)).toEqual({ postId: "pst", ...ofRun });
  }
});

it("a post that is not published has no metrics and no time for them", () => {
  const { runId: _, posts: __, ...ofRun } = runAnalytics("run", []);
  expect(postAnalytics({ id: "pst", publishedAt: null }, null)).toEqual({ postId: "pst", ...ofRun });
});

it("the engagement rate of a run is the ratio of the sums, not the mean of the ratios", () => {
  const posts = [
    measured({ reach: 10, engagements: 5, clicks: 5 }),
    measured({ reach: 90, engagements: 5, clicks: 5 }),
  ];
  expect(runAnalytics("run", posts)).toMatchObject({ reach: 100, engagementRate: 0.1, clicks: 10 });
});

it("the engagement rate leaves out posts without a reach, and unknown metrics are never 0", () => {
  const posts = [
    measured({ reach: null, engagements: 7, clicks: 7 }),
    measured({ reach: 10, engagements: 1, clicks: 1 }),
  ];
  expect(runAnalytics("run", posts)).toMatchObject({ engagementRate: 0.1, clicks: 8 });
  expect(runAnalytics("run", [measured({ reach: 0, engagements: 0 })]).engagementRate).toBeNull();
});

it("the clicks of a run are valued in the brand's currency, and never across currencies", () => {
  const euro = measured({ value: 3, currency: "EUR" });
  expect(runAnalytics("run", [euro, euro])).toMatchObject({ estimatedRoi: 6, currency: "EUR" });
  const franc = measured({ value: 3, currency: "CHF" });
  expect(runAnalytics("run", [euro, franc])).toMatchObject({ estimatedRoi: null, currency: null });
});

it.each([
  ["EUR", [0.1, 0.2], 0.3],
  ["EUR", [1.005, 0], 1.01],
  ["JPY", [0.5, 100.2], 101],
  ["KWD", [0.0001, 1.2344], 1.235],
])(
  "the estimated ROI in %s of the values %j is %d, in whole units of the currency's smallest coin",
  (currency, values, roi) => {
    const posts = values.map((value) => measured({ value, currency }));
    expect(runAnalytics("run", posts).estimatedRoi).toBe(roi);
  },
);

it("a post is measured 24 and 48 hours after its publication", () => {
  const due = measurementMessages({ id: "pst", organizationId: "org", runId: "run" }, 0);
  expect(due.map(({ notBeforeMs }) => notBeforeMs)).toEqual([24 * hourMs, 48 * hourMs]);
});
