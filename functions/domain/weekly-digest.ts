import { type MetricsSummary, type PostMetrics, summarizeMetrics } from "./analytics.ts";
import type { Brand } from "./brand.ts";
import { weekEndMs } from "./digest-chain.ts";
import type { OutgoingMessage } from "./message.ts";
import { dayMs, hourMs, isoTime, minuteMs } from "./time.ts";
import { type Week, weekAt, weekStartMs } from "./week.ts";

/** What the posts that a brand published in a week have come to. */
export interface WeeklyAnalytics extends MetricsSummary {
  brandId: string;
  week: Week;
  startsAt: string;
  endsAt: string;
  /** pending: not computed yet; partial: some of its posts wait for their final figures; ready: none does. */
  status: "pending" | "partial" | "ready";
  /** null while pending, like every figure. */
  posts: number | null;
  computedAt: string | null;
  updatedAt: string | null;
}

/** A week's analytics as they are stored. */
export interface WeeklyDigest extends WeeklyAnalytics {
  organizationId: string;
  status: "partial" | "ready";
  posts: number;
  computedAt: string;
  updatedAt: string;
  /** How often it was computed again. Never shown. */
  refreshes: number;
}

type WeekOfBrand = Pick<WeeklyDigest, "organizationId" | "brandId" | "week" | "startsAt" | "endsAt">;

/** The digest of a week that has ended, as what was measured by now has it. */
export function weeklyDigest(
  { organizationId, brandId, week, startsAt, endsAt }: WeekOfBrand,
  metrics: readonly PostMetrics[],
  nowMs: number,
): WeeklyDigest {
  return {
    organizationId,
    brandId,
    week,
    startsAt,
    endsAt,
    ...summary(metrics),
    computedAt: isoTime(nowMs),
    updatedAt: isoTime(nowMs),
    refreshes: 0,
  };
}

/** The digest with what was measured since. */
export function refreshedDigest(
  digest: WeeklyDigest,
  metrics: readonly PostMetrics[],
  nowMs: number,
): WeeklyDigest {
  return {
    ...digest,
    ...summary(metrics),
    updatedAt: isoTime(nowMs),
    refreshes: digest.refreshes + 1,
  };
}

function summary(metrics: readonly PostMetrics[]) {
  const isFinal = metrics.every(({ stage }) => stage === "final");
  return {
    status: isFinal ? ("ready" as const) : ("partial" as const),
    posts: metrics.length,
    ...summarizeMetrics(metrics),
  };
}

/** The last figures of a week are due 48 hours after its end, and take a moment to come in. */
const settleMs = 10 * minuteMs;
/** Two refreshes see the figures of 24 and 48 hours; the others, ever further apart, wait ten days for late ones. */
const refreshesMax = 8;

/**
 * The message that computes a digest again. A first one always follows: a post that was published in the week's last
 * moment may be stored after its end. Then they follow until the digest is ready.
 */
export function refreshMessages(digest: WeeklyDigest, nowMs: number): OutgoingMessage[] {
  const { organizationId, brandId, week, status, refreshes } = digest;
  if (refreshes > 0 && (status === "ready" || refreshes >= refreshesMax)) return [];
  const endsAtMs = Date.parse(digest.endsAt);
  const planned = [1, 2].map((days) => endsAtMs + days * dayMs + settleMs);
  return [
    {
      queue: "digests",
      body: { kind: "digest.refresh", organizationId, brandId, week, refreshes },
      // A worker may take a message a little early: the time that it came for is no time to come.
      notBeforeMs: planned.find((atMs) => atMs > nowMs + minuteMs) ?? nowMs + 2 ** refreshes * hourMs,
      group: organizationId,
    },
  ];
}

/**
 * What there is to say of a week of a brand without a digest: that it is pending, from the week that the brand waits for
 * to the one that it is now; null of all others, which will have none or have not begun, and of all weeks of a brand that
 * waits for none.
 */
export function pendingAnalytics(brand: Brand, week: Week, nowMs: number): WeeklyAnalytics | null {
  const { id: brandId, timezone, nextDigest: next } = brand;
  if (next === undefined) return null;
  if (week < next.week || (week > next.week && week > weekAt(nowMs, timezone))) return null;
  const startsAt = week === next.week ? next.startsAt : isoTime(weekStartMs(week, timezone));
  return {
    brandId,
    week,
    startsAt,
    endsAt: isoTime(weekEndMs(week, timezone)),
    status: "pending",
    posts: null,
    ...summarizeMetrics([]),
    computedAt: null,
    updatedAt: null,
  };
}
