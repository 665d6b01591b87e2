import type { OutgoingMessage } from "./message.ts";
import { hourMs, isoTime } from "./time.ts";

/** What was measured of one published post. Stage: not yet, at 24 hours, at 48 hours. */
export interface PostMetrics {
  postId: string;
  publishedAt: string;
  stage: "awaiting" | "first" | "final";
  /** null: the channel does not give the figure. It is never 0 for "unknown". */
  reach: number | null;
  engagements: number | null;
  clicks: number | null;
  /** What the clicks are worth in `currency`; null where the brand has set no value. */
  value: number | null;
  currency: string | null;
  updatedAt: string | null;
}

/** What several posts have come to; null: nothing is known of it. */
export interface MetricsSummary {
  reach: number | null;
  engagementRate: number | null;
  clicks: number | null;
  estimatedRoi: number | null;
  currency: string | null;
}

export interface RunAnalytics extends MetricsSummary {
  runId: string;
  status: "pending" | "partial" | "ready";
  posts: number;
  availableAt: string | null;
  updatedAt: string | null;
}

const measureAfterMs = { first: 24 * hourMs, final: 48 * hourMs } as const;

/** What there is of a published post before it is measured. */
export function emptyMetrics(postId: string, publishedAt: string): PostMetrics {
  return {
    postId,
    publishedAt,
    stage: "awaiting",
    reach: null,
    engagements: null,
    clicks: null,
    value: null,
    currency: null,
    updatedAt: null,
  };
}

/** The messages that measure a post 24 and 48 hours after its publication (specification, section 8). */
export function measurementMessages(
  post: { id: string; organizationId: string; runId: string | null },
  publishedAtMs: number,
): OutgoingMessage[] {
  const { id: postId, organizationId, runId } = post;
  return (["first", "final"] as const).map((stage) => ({
    queue: "analytics",
    body: { kind: "post.measure", organizationId, runId, postId, stage },
    notBeforeMs: publishedAtMs + measureAfterMs[stage],
    group: organizationId,
  }));
}

/** The sum of what is known; null when nothing is. */
function sum(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((total, value) => total + value, 0);
}

function latest(times: readonly (string | null)[]): string | null {
  return (
    times
      .filter((time) => time !== null)
      .toSorted()
      .at(-1) ?? null
  );
}

/** Engagements over reach of the posts that give both: the ratio of the sums, never a mean of ratios. */
function engagementRateOf(metrics: readonly PostMetrics[]): number | null {
  const comparable = metrics.filter(({ reach, engagements }) => reach !== null && engagements !== null);
  const reach = sum(comparable.map((one) => one.reach));
  const engagements = sum(comparable.map((one) => one.engagements));
  if (!reach || engagements === null) return null;
  return Math.min(1, Math.round((engagements / reach) * 10_000) / 10_000);
}

/** The figures of posts together, from those that were measured. */
export function summarizeMetrics(metrics: readonly PostMetrics[]): MetricsSummary {
  const measured = metrics.filter(({ stage }) => stage !== "awaiting");
  const currencies = new Set(
    measured.map(({ currency }) => currency).filter((currency) => currency !== null),
  );
  const oneCurrency = currencies.size === 1;
  return {
    reach: sum(measured.map(({ reach }) => reach)),
    engagementRate: engagementRateOf(measured),
    clicks: sum(measured.map(({ clicks }) => clicks)),
    // Values in several currencies have no sum.
    estimatedRoi: oneCurrency ? sum(measured.map(({ value }) => value)) : null,
    currency: oneCurrency ? ([...currencies][0] ?? null) : null,
  };
}

/** The analytics of a run from what was measured of its published posts (specification, section 2). */
export function runAnalytics(runId: string, metrics: readonly PostMetrics[]): RunAnalytics {
  const measured = metrics.filter(({ stage }) => stage !== "awaiting");
  const status =
    measured.length === 0 ? "pending" : metrics.every(({ stage }) => stage === "final") ? "ready" : "partial";
  const lastPublishedAt = latest(metrics.map(({ publishedAt }) => publishedAt));
  return {
    runId,
    status,
    ...summarizeMetrics(metrics),
    posts: metrics.length,
    availableAt:
      lastPublishedAt === null ? null : isoTime(Date.parse(lastPublishedAt) + measureAfterMs.final),
    updatedAt: latest(measured.map(({ updatedAt }) => updatedAt)),
  };
}
