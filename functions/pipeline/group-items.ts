import { canonicalUrl } from "./canonical-url.ts";
import type { SourceItem } from "./sources/source.ts";
import { fold, wordsOf } from "./words.ts";

/** Two titles are about the same story if they share more than this part of their words. */
const similarityMin = 0.7;
/** Titles with fewer words must be equal: one different word is too large a part of them. */
const wordsMin = 4;
/** "Part II". A single letter is rarely a number. */
const romanNumber = /\b[IVX]{2,}\b/g;

/** Items about the same story, the earliest first. */
export type ItemGroup = [first: SourceItem, ...others: SourceItem[]];

/**
 * Groups items about the same story, of several sources or of one source: items of one page, whatever their titles, and
 * items with similar titles. Titles with different numbers are different stories ("week 46" and "week 47"). The order of the
 * items has no effect.
 */
export function groupItems(items: readonly SourceItem[]): ItemGroup[] {
  const groups: ItemGroup[] = [];
  const byUrl = new Map<string, ItemGroup>();
  const byTitle: { title: TitleWords; group: ItemGroup }[] = [];
  for (const item of items.toSorted(earliestFirst)) {
    const url = canonicalUrl(item.url);
    const title = titleWords(item.title);
    const known = byUrl.get(url) ?? byTitle.find((one) => areSimilar(one.title, title))?.group;
    const group: ItemGroup = known ?? [item];
    if (known === undefined) groups.push(group);
    else known.push(item);
    byUrl.set(url, group);
    byTitle.push({ title, group });
  }
  return groups;
}

interface TitleWords {
  words: ReadonlySet<string>;
  /** The numbers of the title, sorted, as one text. */
  numbers: string;
}

function titleWords(title: string): TitleWords {
  const folded = fold(title);
  const numbers = [...(folded.match(/\p{N}+(?:[.,]\p{N}+)*/gu) ?? []), ...(title.match(romanNumber) ?? [])]
    // "1,000" and "1.000" are "1000".
    .map((number) => number.replaceAll(/[.,](?=\p{N}{3}(?!\p{N}))/gu, ""))
    .toSorted(order);
  return { words: new Set(wordsOf(title).map(fold)), numbers: numbers.join(" ") };
}

function areSimilar(one: TitleWords, other: TitleWords): boolean {
  if (one.numbers !== other.numbers) return false;
  const [a, b] = [one.words, other.words];
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
