import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { BrandRef } from "../domain/brand.ts";
import { type Expiring, expiryOf, isExpired, lifetimesMs } from "../domain/lifetimes.ts";
import type { OutgoingMessage } from "../domain/message.ts";
import type { BrandTrends, SourceActivity, TrackedTrend, Trend } from "../domain/trend.ts";
import { trusted } from "../domain/trusted.ts";
import { brandTrendsKey } from "./keys.ts";
import { commit } from "./store/commit.ts";
import { readItem } from "./store/read.ts";
import type { Table } from "./store/table.ts";
import { versionedPut } from "./store/versioned-put.ts";
import { trendPut } from "./trends.ts";

/** `packed` is some 36 kB for ten sources with 600 items a day. */
type Stored = Expiring & { version: number; packed: Uint8Array };

/** Each kB costs a write unit. */
const packedBytesMax = 64 * 1024;

/** Reads what a brand remembers of its sources' topics. One read. */
export async function readBrandTrends(
  table: Table,
  { organizationId, brandId }: BrandRef,
  nowMs: number,
): Promise<BrandTrends> {
  const stored = await readItem<Stored>(table, brandTrendsKey(organizationId, brandId));
  if (stored === null || isExpired(stored, nowMs))
    return { version: stored?.version ?? null, sources: new Map(), tracked: [] };
  return { version: stored.version, ...unpack(stored.packed) };
}

/**
 * Stores what a brand remembers after a run, the trends that have changed for clients, and their events: all of it or nothing.
 * @param trends as they were read, with what the run has observed
 * @returns false, and stores nothing, if another run of the brand has stored its observations since
 */
export function storeBrandTrends(
  table: Table,
  { organizationId, brandId }: BrandRef,
  trends: BrandTrends,
  {
    shown,
    messages,
    nowMs,
  }: { shown: readonly Trend[]; messages: readonly OutgoingMessage[]; nowMs: number },
): Promise<boolean> {
  const item = {
    ...brandTrendsKey(organizationId, brandId),
    packed: packWithin(trends, packedBytesMax),
    expiresAt: expiryOf(lifetimesMs.trend, nowMs),
  };
  const changes = [versionedPut(item, trends.version), ...shown.map((trend) => trendPut(trend, nowMs))];
  return commit(table, changes, { messages, onConditionFailed: () => false });
}

type Content = Pick<BrandTrends, "sources" | "tracked">;
type Counts = [bucket: number, count: number][];

/** Arrays take less space than objects, because they have no names. */
interface Packed {
  sources: [name: string, past: number, pastEnd: number, readAtMs: number, buckets: Counts][];
  tracked: [
    id: string | null,
    status: TrackedTrend["status"],
    seenMs: [first: number, last: number],
    headlines: number,
    tokens: [token: string, count: number][],
    pages: [bucket: number, pages: string[]][],
    past: [source: number, count: number][],
    buckets: [source: number, counts: Counts][],
  ][];
}

/** Packs trends, without the last ones, which are the least important, if all would take too much space. */
function packWithin({ sources, tracked }: Content, bytesMax: number): Uint8Array {
  const packed = pack({ sources, tracked });
  if (packed.byteLength <= bytesMax || tracked.length === 0) return packed;
  return packWithin({ sources, tracked: tracked.slice(0, Math.floor(tracked.length * 0.8)) }, bytesMax);
}

function pack({ sources, tracked }: Content): Uint8Array {
  const indexes = new Map([...sources.keys()].map((source, index) => [source, index]));
  const indexed = <Value>(bySource: ReadonlyMap<string, Value>) =>
    [...bySource].flatMap(([source, value]): [number, Value][] => {
      const index = indexes.get(source);
      return index === undefined ? [] : [[index, value]];
    });
  const content: Packed = {
    sources: [...sources].map(([name, { past, pastEnd, readAtMs, buckets }]) => [
      name,
      rounded(past),
      pastEnd,
      readAtMs,
      [...buckets],
    ]),
    tracked: tracked.map(
      ({ id, status, firstSeenMs, lastSeenMs, headlines, tokens, pages, past, buckets }) => [
        id,
        status,
        [firstSeenMs, lastSeenMs],
        headlines,
        [...tokens],
        [...pages].map(([bucket, some]) => [bucket, [...some]]),
        indexed(past).map(([source, count]) => [source, rounded(count)]),
        indexed(buckets).map(([source, counts]) => [source, [...counts]]),
      ],
    ),
  };
  return deflateRawSync(JSON.stringify(content));
}

function unpack(packed: Uint8Array): Content {
  const content = trusted<Packed>(JSON.parse(inflateRawSync(packed).toString()));
  const named = <Value>(indexed: readonly [number, Value][]) =>
    new Map(indexed.map(([index, value]) => [content.sources[index]?.[0] ?? "", value]));
  const sources = content.sources.map(
    ([name, past, pastEnd, readAtMs, buckets]): [string, SourceActivity] => [
      name,
      { past, pastEnd, readAtMs, buckets: new Map(buckets) },
    ],
  );
  const tracked = content.tracked.map(
    ([id, status, [firstSeenMs, lastSeenMs], headlines, tokens, pages, past, buckets]): TrackedTrend => ({
      id,
      status,
      firstSeenMs,
      lastSeenMs,
      headlines,
      tokens: new Map(tokens),
      pages: new Map(pages.map(([bucket, some]) => [bucket, new Set(some)])),
      past: named(past),
      buckets: named(
        buckets.map(([index, counts]): [number, Map<number, number>] => [index, new Map(counts)]),
      ),
    }),
  );
  return { sources: new Map(sources), tracked };
}

const rounded = (value: number) => Math.round(value * 100) / 100;
