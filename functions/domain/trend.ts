import { dayMs, hourMs } from "./time.ts";

/** Mentions of a topic are counted in buckets of this time. */
const bucketMs = 6 * hourMs;
/**
 * After this time the mentions of a bucket become a part of the past, with which new mentions are compared. Until then they
 * are what is observed.
 */
const recentMs = 2 * dayMs;
export const recentBuckets = recentMs / bucketMs;

/** The number of the bucket of a time, counted from 1970. */
export const bucketOf = (epochMs: number): number => Math.floor(epochMs / bucketMs);
/** When a bucket begins, in epoch ms. */
export const bucketStartMs = (bucket: number): number => bucket * bucketMs;
/** The middle of a bucket's time, in epoch ms. */
export const bucketMiddleMs = (bucket: number): number => (bucket + 0.5) * bucketMs;

/** How many trends a brand tracks, and how much of each. */
export const trendLimits = {
  /** Each new headline begins a topic, and most topics never rise. */
  tracked: 300,
  /** Trends that rise at the same time. */
  rising: 20,
  /** Sources, those that were read last. */
  sources: 200,
  sourcesPerTrend: 60,
  tokensPerTrend: 12,
  pagesPerTrend: 40,
  itemsPerTrend: 10,
  /** A week of buckets. */
  curvePoints: 28,
} as const;

/** What a source has published, of any topic. */
export interface SourceActivity {
  /** Items of the past: of the buckets before `pastEnd`. Older ones count less. */
  past: number;
  /** The first bucket that does not count as the past. */
  pastEnd: number;
  /** When a run has read it last. */
  readAtMs: number;
  /** Items of each later bucket. */
  buckets: Map<number, number>;
}

/** A topic, as the mentions of it in a brand's sources. */
export interface TrackedTrend {
  /** Null until it rises for the first time: clients see only trends that have risen. */
  id: string | null;
  /** rising: its score was at least the threshold, and has not been below half of it since. Null: it has never risen. */
  status: TrendStatus | null;
  firstSeenMs: number;
  lastSeenMs: number;
  /** How many of its headlines have each word. */
  tokens: Map<string, number>;
  /** How many headlines it has had. */
  headlines: number;
  /** The fingerprints of its recent pages, by bucket. */
  pages: Map<number, Set<string>>;
  /** Mentions of the past by source. */
  past: Map<string, number>;
  /** Mentions of each recent bucket, by source. */
  buckets: Map<string, Map<number, number>>;
}

/** A topic without any mention. */
export function newTrackedTrend(nowMs: number): TrackedTrend {
  return {
    id: null,
    status: null,
    firstSeenMs: nowMs,
    lastSeenMs: 0,
    tokens: new Map(),
    headlines: 0,
    pages: new Map(),
    past: new Map(),
    buckets: new Map(),
  };
}

/** What a brand remembers of its sources' topics. */
export interface BrandTrends {
  /** Counts the writes. Null: nothing is stored yet. */
  version: number | null;
  sources: Map<string, SourceActivity>;
  tracked: TrackedTrend[];
}

export const trendStatuses = ["rising", "fading"] as const;
export type TrendStatus = (typeof trendStatuses)[number];

/** An item about a trend, as clients see it. */
export interface TrendItem {
  title: string;
  url: string;
  source: string;
  publishedAt: string | null;
}

/** The inputs of a score: a reader can compute the score from them (`scoreOf`). */
export interface TrendTerms {
  /** The sum over the sources. */
  observed: number;
  expected: number;
  /** After this time a mention counts half. */
  halfLifeHours: number;
  /** The most that one source adds to the score. */
  evidenceMax: number;
  sources: { source: string; observed: number; expected: number }[];
}

/** The mentions of a topic in one bucket, by all its sources, and how many were to be expected. Both without weights by age. */
export interface CurvePoint {
  /** When the bucket begins. */
  from: string;
  observed: number;
  expected: number;
}

/** A trend that has risen, as clients see it. All is as of `updatedAt`. */
export interface Trend {
  id: string;
  organizationId: string;
  brandId: string;
  title: string;
  score: number;
  status: TrendStatus;
  firstSeenAt: string;
  lastSeenAt: string;
  sources: string[];
  items: TrendItem[];
  terms: TrendTerms;
  /** Oldest point first. A bucket that no run has seen while it was recent has no point. */
  curve: CurvePoint[];
  updatedAt: string;
}
