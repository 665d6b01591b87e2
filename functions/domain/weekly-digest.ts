import { type MetricsSummary, summarizeMetrics } from "./analytics.ts";
import { type BestOfWeek, bestOf, nothingBest } from "./best-posts.ts";
import type { Brand } from "./brand.ts";
import { weekEndMs } from "./digest-chain.ts";
import type { MeasuredPost } from "./measured-post.ts";
import type { OutgoingMessage } from "./message.ts";
import { dayMs, hourMs, isoTime, minuteMs } from "./time.ts";
import { type Week, weekAt, weekStartMs } from "./week.ts";

/** The metrics of the posts that a brand published in a week. */
export interface WeeklyAnalytics extends MetricsSummary {
  brandId: string;
  week: Week;
  startsAt: string;
  endsAt: string;
  /** pending: not computed yet; partial: some posts do not have their final metrics; ready: all posts have them. */
  status: "pending" | "partial" | "ready";
  /** null while pending, like every metric. */
  posts: number | null;
  /** The week before, as its digest is when this one is computed; null if it has none. */
  previous: PreviousWeek | null;
  best: BestOfWeek;
  computedAt: string | null;
  updatedAt: string | null;
}

interface PreviousWeek extends MetricsSummary {
  week: Week;
  posts: number;
}

/** The stored analytics of a week. */
export interface WeeklyDigest extends WeeklyAnalytics {
  organizationId: string;
  status: "partial" | "ready";
  posts: number;
  computedAt: string;
  updatedAt: string;
  /** How often the digest was computed again. Clients do not see it. */
  refreshes: number;
}

type WeekOfBrand = Pick<WeeklyDigest, "organizationId" | "brandId" | "week" | "startsAt" | "endsAt">;

/** What a digest is computed from. */
interface DigestInput {
  posts: readonly MeasuredPost[];
  /** The digest of the week before; null if there is none. */
  previous: WeeklyDigest | null;
  /** Null if the brand was deleted: then `best` stays as it is. */
  brand: Pick<Brand, "timezone" | "settings"> | null;
}

/** Computes the digest of a week that has ended, from the metrics that are measured by now. */
export function weeklyDigest(
  { organizationId, brandId, week, startsAt, endsAt }: WeekOfBrand,
  input: DigestInput,
  nowMs: number,
): WeeklyDigest {
  return {
    organizationId,
    brandId,
    week,
    startsAt,
    endsAt,
    best: nothingBest,
    ...computedFields(input),
    computedAt: isoTime(nowMs),
    updatedAt: isoTime(nowMs),
    refreshes: 0,
  };
}

/** Computes a digest again, from the metrics that are measured by now. */
export function refreshedDigest(digest: WeeklyDigest, input: DigestInput, nowMs: number): WeeklyDigest {
  return {
    ...digest,
    ...computedFields(input),
    updatedAt: isoTime(nowMs),
    refreshes: digest.refreshes + 1,
  };
}

function computedFields({ posts, previous, brand }: DigestInput) {
  const metrics = posts.map((post) => post.metrics);
  const isFinal = metrics.every(({ stage }) => stage === "final");
  return {
    status: isFinal ? ("ready" as const) : ("partial" as const),
    posts: metrics.length,
    ...summarizeMetrics(metrics),
    previous: previous && previousWeek(previous),
    ...(brand !== null && {
      best: bestOf(posts, { timezone: brand.timezone, hashtags: brand.settings.hashtags }),
    }),
  };
}

function previousWeek(digest: WeeklyDigest): PreviousWeek {
  const { week, posts, reach, engagementRate, clicks, estimatedRoi, currency } = digest;
  return { week, posts, reach, engagementRate, clicks, estimatedRoi, currency };
}

/** The last posts of a week are measured 24 and 48 hours after its end. Storing their metrics takes some time. */
const measurementMarginMs = 10 * minuteMs;
/**
 * Two refreshes follow the measurements of 24 and 48 hours. The others wait ten days for late ones, at growing
 * distances.
 */
const refreshesMax = 8;

/**
 * Returns the message of a digest's next refresh. The first refresh always happens, because a post that was published
 * at the end of the week may be stored after the digest. The others happen until the digest is ready.
 */
export function refreshMessages(digest: WeeklyDigest, nowMs: number): OutgoingMessage[] {
  const { organizationId, brandId, week, status, refreshes } = digest;
  if (refreshes > 0 && (status === "ready" || refreshes >= refreshesMax)) return [];
  const endsAtMs = Date.parse(digest.endsAt);
  const planned = [1, 2].map((days) => endsAtMs + days * dayMs + measurementMarginMs);
  return [
    {
      queue: "digests",
      body: { kind: "digest.refresh", organizationId, brandId, week, refreshes },
      // A worker may receive a message a little early: do not plan the time of that message again.
      notBeforeMs: planned.find((atMs) => atMs > nowMs + minuteMs) ?? nowMs + 2 ** refreshes * hourMs,
      group: organizationId,
    },
  ];
}

/**
 * Returns the pending analytics of a week that has no digest yet: a week from the one that the brand waits for to the
 * current one.
 * @returns null for an earlier week, which gets no digest, for a future week, and for a brand that waits for no digest
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
    previous: null,
    best: nothingBest,
    computedAt: null,
    updatedAt: null,
  };
}
