import { type RankedCandidate, rank } from "../../../functions/pipeline/rank.ts";
import type { SourceItem } from "../../../functions/pipeline/sources/source.ts";

/** The time at which the items are ranked. */
export const rankedAtMs = Date.parse("2026-11-21T12:00:00.000Z");
export const hoursAgo = (hours: number) => new Date(rankedAtMs - hours * 3_600_000).toISOString();

let itemCount = 0;
/** An item with an address of its own, one hour old. */
export function sourceItem(title: string, given: Partial<SourceItem> = {}): SourceItem {
  itemCount += 1;
  const url = `https://tidings.example/${itemCount}`;
  return {
    id: url,
    title,
    url,
    summary: "",
    publishedAt: hoursAgo(1),
    source: "Tidings",
    image: null,
    engagement: null,
    ...given,
  };
}

export function ranked(items: readonly SourceItem[], topics: readonly string[] = []): RankedCandidate[] {
  return rank(items, { topics, nowMs: rankedAtMs });
}

export const titlesOf = (candidates: readonly { item: SourceItem }[]) =>
  candidates.map(({ item }) => item.title);
