import { canonicalUrl } from "./canonical-url.ts";
import type { SourceItem } from "./sources/source.ts";
import { areAlike, type ComparedTitle } from "./title-similarity.ts";
import { titleTokens } from "./title-tokens.ts";
import { fold } from "./words.ts";

/** Two titles are about the same story if they share at least this part of their words. */
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
  const sorted = items.toSorted(earliestFirst);
  const titles = new TitleIndex(sorted.map(({ title }) => title));
  const groups: ItemGroup[] = [];
  const byUrl = new Map<string, ItemGroup>();
  const groupOf: ItemGroup[] = [];
  for (const [index, item] of sorted.entries()) {
    const url = canonicalUrl(item.url);
    const similar = titles.firstSimilarBefore(index);
    const known = byUrl.get(url) ?? (similar === null ? undefined : groupOf[similar]);
    const group: ItemGroup = known ?? [item];
    if (known === undefined) groups.push(group);
    else known.push(item);
    byUrl.set(url, group);
    groupOf.push(group);
  }
  return groups;
}

function titleWords(title: string): ComparedTitle {
  const folded = fold(title);
  const numbers = [...(folded.match(/\p{N}+(?:[.,]\p{N}+)*/gu) ?? []), ...(title.match(romanNumber) ?? [])]
    // "1,000" and "1.000" are "1000".
    .map((number) => number.replaceAll(/[.,](?=\p{N}{3}(?!\p{N}))/gu, ""))
    .toSorted(order);
  return { words: titleTokens(title), numbers: numbers.join(" ") };
}

/**
 * Finds similar titles without comparing all pairs, by prefix filtering (Bayardo, Ma and Srikant, "Scaling Up All Pairs
 * Similarity Search", 2007). Each of two similar titles has at least `similarityMin` of its words in the other one. The words of
 * every title are sorted in one order, and its prefix is so long that the words after it are too few to be that part. So two
 * similar titles share a word of their prefixes. The order begins with the rarest words, which few titles share.
 */
class TitleIndex {
  readonly #titles: readonly ComparedTitle[];
  readonly #prefixes: readonly (readonly string[])[];
  /** The titles so far by each word of their prefixes, in ascending order. */
  readonly #byWord = new Map<string, number[]>();
  #indexed = 0;

  constructor(titles: readonly string[]) {
    this.#titles = titles.map(titleWords);
    const counts = new Map<string, number>();
    for (const { words } of this.#titles)
      for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
    const rarest = (one: string, other: string) =>
      (counts.get(one) ?? 0) - (counts.get(other) ?? 0) || order(one, other);
    this.#prefixes = this.#titles.map(({ words }) => {
      const kept = words.size - Math.ceil(similarityMin * words.size) + 1;
      return [...words].toSorted(rarest).slice(0, kept);
    });
  }

  /** The first title before `index` that is similar to the title there; null if there is none. Call it with 0, 1, 2 … */
  firstSimilarBefore(index: number): number | null {
    const title = this.#titles[index];
    if (title === undefined) return null;
    for (; this.#indexed < index; this.#indexed += 1)
      for (const word of this.#prefixes[this.#indexed] ?? []) this.#titlesWith(word).push(this.#indexed);
    const candidates = new Set((this.#prefixes[index] ?? []).flatMap((word) => this.#titlesWith(word)));
    const similar = [...candidates].filter((one) => {
      const other = this.#titles[one];
      return other !== undefined && areAlike(other, title, { similarityMin, wordsMin });
    });
    return similar.length === 0 ? null : Math.min(...similar);
  }

  #titlesWith(word: string): number[] {
    const known = this.#byWord.get(word);
    if (known !== undefined) return known;
    const none: number[] = [];
    this.#byWord.set(word, none);
    return none;
  }
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
