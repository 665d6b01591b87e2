import { canonicalUrl } from "./canonical-url.ts";
import type { SourceItem } from "./sources/source.ts";
import { fold, wordsOf } from "./words.ts";

/** Two titles are about the same story if they share more than this part of their words. */
const similarityMin = 0.7;
/** Titles with fewer words must be equal: one different word is too large a part of them. */
const wordsMin = 4;

/** Items about the same story, the earliest first. */
export type ItemGroup = [first: SourceItem, ...others: SourceItem[]];

/** Groups items about the same story, of several sources or of one source. The order of the items has no effect. */
export function groupItems(items: readonly SourceItem[]): ItemGroup[] {
  const groups: ItemGroup[] = [];
  const byUrl = new Map<string, ItemGroup>();
  const byTitle: { words: Set<string>; group: ItemGroup }[] = [];
  for (const item of items.toSorted(earliestFirst)) {
    const url = canonicalUrl(item.url);
    const words = new Set(wordsOf(item.title).map(fold));
    const known = byUrl.get(url) ?? byTitle.find((one) => areSimilar(one.words, words))?.group;
    const group: ItemGroup = known ?? [item];
    if (known === undefined) groups.push(group);
    else known.push(item);
    byUrl.set(url, group);
    byTitle.push({ words, group });
  }
  return groups;
}

function areSimilar(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const [small, large] = a.size <= b.size ? [a, b] : [b, a];
  if (small.size === 0 || small.size < similarityMin * large.size) return false;
  const shared = [...small].filter((word) => large.has(word)).length;
  if (small.size < wordsMin) return shared === large.size;
  return shared / (a.size + b.size - shared) >= similarityMin;
}

function earliestFirst(a: SourceItem, b: SourceItem): number {
  return (
    order(a.publishedAt ?? "9999", b.publishedAt ?? "9999") ||
    order(a.url, b.url) ||
    order(a.source, b.source) ||
    order(a.id, b.id) ||
    order(a.title + a.summary, b.title + b.summary)
  );
}

/** Compares by code units, so the order is the same on every machine, in every locale. */
export function order(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
