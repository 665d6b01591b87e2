import type { OutgoingMessage } from "./message.ts";
import { hourMs, isoTime } from "./time.ts";

/** The metrics of one published post. */
export interface PostMetrics {
  postId: string;
  publishedAt: string;
  /** awaiting: not measured yet; first: measured after 24 hours; final: measured after 48 hours. */
  stage: "awaiting" | "first" | "final";
  /** null: the channel does not report the metric. 0 never means "unknown". */
  reach: number | null;
  engagements: number | null;
  clicks: number | null;
  /** The value of the clicks in `currency`; null if the brand has set no value per click. */
  value: number | null;
  currency: string | null;
  updatedAt: string | null;
}

/** The metrics of several posts together; null: not known for any of them. */
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

/** The metrics of a published post before the first measurement. */
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

/** The sum of the known values; null when none is known. */
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

/** Σ engagements / Σ reach of the posts that have both. This is not the mean of the posts' rates. */
function engagementRateOf(metrics: readonly PostMetrics[]): number | null {
  const comparable = metrics.filter(({ reach, engagements }) => reach !== null && engagements !== null);
  const reach = sum(comparable.map((one) => one.reach));
  const engagements = sum(comparable.map((one) => one.engagements));
  if (!reach || engagements === null) return null;
  return Math.min(1, Math.round((engagements / reach) * 10_000) / 10_000);
}

/** Sums up the metrics of the posts that are measured. */
export function summarizeMetrics(metrics: readonly PostMetrics[]): MetricsSummary {
  const measured = metrics.filter(({ stage }) => stage !== "awaiting");
  const currencies = new Set(
    measured.map(({ currency }) => currency).filter((currency) => currency !== null),
  );
  const hasOneCurrency = currencies.size === 1;
  return {
    reach: sum(measured.map(({ reach }) => reach)),
    engagementRate: engagementRateOf(measured),
    clicks: sum(measured.map(({ clicks }) => clicks)),
    // Values in different currencies cannot be added.
    estimatedRoi: hasOneCurrency ? sum(measured.map(({ value }) => value)) : null,
    currency: hasOneCurrency ? ([...currencies][0] ?? null) : null,
  };
}

/** The analytics of a run, from the metrics of its published posts (specification, section 2). */
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
