import {
  type BrandTrends,
  bucketOf,
  recentBuckets,
  type SourceActivity,
  type TrackedTrend,
} from "./trend.ts";

/** The past counts half after so many buckets: a week. */
const pastHalfLifeBuckets = 28;

/** Items about one topic, which one source has published in one bucket. */
export interface Mention {
  source: string;
  bucket: number;
  /** 1 for an item with the usual engagement, or of a source that does not count engagement. */
  weight: number;
}

/**
 * Counts what the sources have published. Call it before `observeMentions`. Observations are idempotent: a bucket keeps the
 * highest count that a run has seen, so a run that is executed twice, or two pipelines with one source, count nothing twice.
 * @param published of each source: how many items it has of each bucket
 */
export function observeSources(
  trends: BrandTrends,
  published: ReadonlyMap<string, ReadonlyMap<number, number>>,
  nowMs: number,
): void {
  for (const [source, counts] of published) {
    const known = trends.sources.get(source) ?? newSource();
    known.readAtMs = Math.max(known.readAtMs, nowMs);
    keepHighest(known.buckets, counts, known.pastEnd);
    // The sources that were read last are at the end.
    trends.sources.delete(source);
    trends.sources.set(source, known);
  }
}

function newSource(): SourceActivity {
  return { past: 0, pastEnd: 0, readAtMs: 0, buckets: new Map() };
}

/** Adds mentions to a trend. Ignores those of buckets that are already in the past of their source. */
export function observeMentions(
  trend: TrackedTrend,
  mentions: readonly Mention[],
  sources: ReadonlyMap<string, Pick<SourceActivity, "pastEnd">>,
): void {
  const bySource = Map.groupBy(mentions, ({ source }) => source);
  for (const [source, ofSource] of bySource) {
    const counts = new Map<number, number>();
    for (const { bucket, weight } of ofSource) counts.set(bucket, (counts.get(bucket) ?? 0) + weight);
    const known = trend.buckets.get(source) ?? new Map<number, number>();
    keepHighest(known, counts, sources.get(source)?.pastEnd ?? 0);
    if (known.size > 0) trend.buckets.set(source, known);
  }
}

function keepHighest(known: Map<number, number>, counts: ReadonlyMap<number, number>, first: number): void {
  for (const [bucket, count] of counts)
    if (bucket >= first) known.set(bucket, Math.max(known.get(bucket) ?? 0, count));
}

/**
 * Moves the buckets of sources that are no longer recent to the past, which loses weight as time goes on. The buckets of a
 * source that no run reads stay open: what it publishes meanwhile can still be counted.
 * @param read the sources that a run has just read
 */
export function closeBuckets(trends: BrandTrends, read: Iterable<string>, nowMs: number): void {
  const end = bucketOf(nowMs) - recentBuckets;
  for (const source of read) {
    const activity = trends.sources.get(source);
    if (activity === undefined || activity.pastEnd >= end) continue;
    const factor = activity.pastEnd === 0 ? 1 : 2 ** (-(end - activity.pastEnd) / pastHalfLifeBuckets);
    activity.past = activity.past * factor + takeBefore(activity.buckets, end);
    activity.pastEnd = end;
    for (const trend of trends.tracked) closeTrend(trend, source, end, factor);
  }
  for (const { pages } of trends.tracked)
    for (const bucket of pages.keys()) if (bucket < end) pages.delete(bucket);
}

/** A smaller number of past mentions is dropped. */
const pastMin = 0.05;

function closeTrend(trend: TrackedTrend, source: string, end: number, factor: number): void {
  const buckets = trend.buckets.get(source);
  const closed = buckets === undefined ? 0 : takeBefore(buckets, end);
  const past = (trend.past.get(source) ?? 0) * factor + closed;
  if (past < pastMin) trend.past.delete(source);
  else trend.past.set(source, past);
  if (buckets?.size === 0) trend.buckets.delete(source);
}

/** Removes the buckets before `end`. @returns the sum of their counts */
function takeBefore(buckets: Map<number, number>, end: number): number {
  let sum = 0;
  for (const [bucket, count] of buckets) {
    if (bucket >= end) continue;
    sum += count;
    buckets.delete(bucket);
  }
  return sum;
}

/** Adds the counts, words and pages of `from` to `into`. */
export function mergeTrend(from: TrackedTrend, into: TrackedTrend): void {
  into.firstSeenMs = Math.min(into.firstSeenMs, from.firstSeenMs);
  into.lastSeenMs = Math.max(into.lastSeenMs, from.lastSeenMs);
  into.headlines += from.headlines;
  addCounts(from.tokens, into.tokens);
  addCounts(from.past, into.past);
  for (const [source, counts] of from.buckets) {
    const known = into.buckets.get(source) ?? new Map<number, number>();
    addCounts(counts, known);
    into.buckets.set(source, known);
  }
  for (const [bucket, pages] of from.pages)
    into.pages.set(bucket, pages.union(into.pages.get(bucket) ?? new Set<string>()));
}

function addCounts<Key>(from: ReadonlyMap<Key, number>, into: Map<Key, number>): void {
  for (const [key, count] of from) into.set(key, (into.get(key) ?? 0) + count);
}
