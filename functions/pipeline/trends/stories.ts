import { createHash } from "node:crypto";
import { dayMs } from "../../domain/time.ts";
import { bucketOf } from "../../domain/trend.ts";
import type { Mention } from "../../domain/trend-observations.ts";
import { canonicalUrl } from "../canonical-url.ts";
import type { SourceItem } from "../sources/source.ts";

/** Older items are not counted: they say little about what is usual now. */
const ageMaxMs = 14 * dayMs;
const engagementWeightMax = 4;
const engagementWeightMin = 0.25;

/** What a run has read about one story. */
export interface ReadStory {
  /** The earliest of its members. */
  item: SourceItem;
  members: readonly SourceItem[];
}

/** A story with its pages and mentions, by bucket. */
export interface Story {
  title: string;
  items: readonly SourceItem[];
  pages: { page: string; bucket: number }[];
  mentions: Mention[];
}

/** When an item was published. An item without a date counts as published now. */
export function publishedMs({ publishedAt }: SourceItem, nowMs: number): number {
  return publishedAt === null ? nowMs : Math.min(nowMs, Date.parse(publishedAt));
}

/** The bucket of an item; null if it is too old. */
function bucketOfItem(item: SourceItem, nowMs: number): number | null {
  const atMs = publishedMs(item, nowMs);
  return atMs < nowMs - ageMaxMs ? null : bucketOf(atMs);
}

/** How many items each source has of each bucket. */
export function publishedBy(items: readonly SourceItem[], nowMs: number): Map<string, Map<number, number>> {
  const published = new Map<string, Map<number, number>>();
  for (const item of items) {
    const bucket = bucketOfItem(item, nowMs);
    const ofSource = published.get(item.source) ?? new Map<number, number>();
    published.set(item.source, ofSource);
    if (bucket !== null) ofSource.set(bucket, (ofSource.get(bucket) ?? 0) + 1);
  }
  return published;
}

/**
 * Counts the mentions of stories. A story counts once for each source and bucket, with the weight of the source's best item.
 * @param items all items of the run, which tell what engagement is usual in each source
 */
export function storiesOf(
  stories: readonly ReadStory[],
  items: readonly SourceItem[],
  nowMs: number,
): Story[] {
  const usual = usualEngagement(items);
  return stories.map(({ item: { title }, members }) => {
    const mentions = new Map<string, Mention>();
    const pages: Story["pages"] = [];
    for (const item of members) {
      const bucket = bucketOfItem(item, nowMs);
      if (bucket === null) continue;
      pages.push({ page: pageOf(item), bucket });
      const { source } = item;
      const weight = weightOf(item, usual.get(source));
      const key = `${bucket} ${source}`;
      if (weight > (mentions.get(key)?.weight ?? 0)) mentions.set(key, { source, bucket, weight });
    }
    return { title, items: members, pages, mentions: [...mentions.values()] };
  });
}

/** Identifies a page by 36 bits: of some thousand pages, two are hardly ever the same. */
function pageOf({ url }: SourceItem): string {
  return createHash("sha256").update(canonicalUrl(url)).digest("base64url").slice(0, 6);
}

/** The median engagement of each source that counts engagement. */
function usualEngagement(items: readonly SourceItem[]): Map<string, number> {
  const counted = items.filter(({ engagement }) => engagement !== null);
  const bySource = Map.groupBy(counted, ({ source }) => source);
  return new Map(
    [...bySource].map(([source, ofSource]) => {
      const sorted = ofSource.map(({ engagement }) => engagement ?? 0).toSorted((a, b) => a - b);
      return [source, sorted[Math.floor(sorted.length / 2)] ?? 0];
    }),
  );
}

/** 1 for the usual engagement, 2 for three times as much, at most 4. Rounded, so that it takes little space. */
function weightOf({ engagement }: SourceItem, usual: number | undefined): number {
  if (engagement === null || usual === undefined || usual <= 0) return 1;
  const weight = Math.log2(1 + Math.max(0, engagement) / usual);
  return Math.round(Math.min(engagementWeightMax, Math.max(engagementWeightMin, weight)) * 4) / 4;
}
