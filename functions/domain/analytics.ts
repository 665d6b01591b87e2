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

/** What one measurement found. A metric that is undefined could not be measured this time. */
export type Measurement = Pick<PostMetrics, "postId" | "publishedAt" | "stage" | "updatedAt"> & {
  [Name in "reach" | "engagements" | "clicks" | "value" | "currency"]?: PostMetrics[Name] | undefined;
};

/** The metrics of several posts together; null: not known for any of them. */
export interface MetricsSummary {
  reach: number | null;
  engagementRate: number | null;
  clicks: number | null;
  estimatedRoi: number | null;
  currency: string | null;
}

/** The metrics of several posts together, and how complete they are. */
interface Analytics extends MetricsSummary {
  status: "pending" | "partial" | "ready";
  availableAt: string | null;
  updatedAt: string | null;
}

export interface RunAnalytics extends Analytics {
  runId: string;
  posts: number;
}

export interface PostAnalytics extends Analytics {
  postId: string;
}

export const measureAfterMs = { first: 24 * hourMs, final: 48 * hourMs } as const;

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

const micro = 1e6;

/**
 * The sum of amounts of a currency, in its smallest unit; null when none is known. Adds whole millionths, the precision of a
 * value per click: a sum of decimal fractions would be 0.30000000000000004.
 */
function sumOfMoney(amounts: readonly (number | null)[], currency: string | null): number | null {
  const millionths = sum(amounts.map((amount) => (amount === null ? null : Math.round(amount * micro))));
  if (millionths === null || currency === null) return null;
  const unitsPerOne = 10 ** minorDigits(currency);
  return Math.round((millionths * unitsPerOne) / micro) / unitsPerOne;
}

/** How many decimals the amounts of a currency have: 2 for EUR, 0 for JPY. */
function minorDigits(currency: string): number {
  const format = new Intl.NumberFormat("en", { style: "currency", currency });
  return format.resolvedOptions().maximumFractionDigits ?? 2;
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
  // Values in different currencies cannot be added.
  const currency = currencies.size === 1 ? ([...currencies][0] ?? null) : null;
  return {
    reach: sum(measured.map(({ reach }) => reach)),
    engagementRate: engagementRateOf(measured),
    clicks: sum(measured.map(({ clicks }) => clicks)),
    estimatedRoi: sumOfMoney(
      measured.map(({ value }) => value),
      currency,
    ),
    currency,
  };
}

/** The analytics of a run, from the metrics of its published posts (specification, section 2). */
export function runAnalytics(runId: string, metrics: readonly PostMetrics[]): RunAnalytics {
  return { runId, ...analyticsOf(metrics), posts: metrics.length };
}

/** The analytics of a post by the rules of a run that has made this post only. */
export function postAnalytics(
  { id: postId, publishedAt }: { id: string; publishedAt: string | null },
  metrics: PostMetrics | null,
): PostAnalytics {
  if (publishedAt === null) return { postId, ...analyticsOf([]) };
  return { postId, ...analyticsOf([metrics ?? emptyMetrics(postId, publishedAt)]) };
}

function analyticsOf(metrics: readonly PostMetrics[]): Analytics {
  const measured = metrics.filter(({ stage }) => stage !== "awaiting");
  const status =
    measured.length === 0 ? "pending" : metrics.every(({ stage }) => stage === "final") ? "ready" : "partial";
  const lastPublishedAt = latest(metrics.map(({ publishedAt }) => publishedAt));
  return {
    status,
    ...summarizeMetrics(metrics),
    availableAt:
      lastPublishedAt === null ? null : isoTime(Date.parse(lastPublishedAt) + measureAfterMs.final),
    updatedAt: latest(measured.map(({ updatedAt }) => updatedAt)),
  };
}
