import { rememberingWords } from "./phrases.ts";
import { stopWords } from "./stop-words.ts";
import { isFrequentWord, stemmedLanguages } from "./text-language.ts";
import { characterPairs, unspaced, wordsOf } from "./words.ts";

/** Two titles are about one thing if they share this part of their words. */
const similarityMin = 0.5;
/** Titles with fewer words must have the same ones. */
const wordsMin = 3;
/** Korean words end with particles. So they are compared by pairs of characters, like words of scripts without spaces. */
const hangul = /\p{sc=Hangul}/u;

/** A title, prepared for comparison. */
export interface ComparedTitle {
  words: ReadonlySet<string>;
  /** The numbers of the title, sorted, as one text. */
  numbers: string;
}

/**
 * Returns a function that prepares the titles of a run for the question which are about one thing: by the stems of the words
 * that name subjects, and the numbers.
 */
export function titleComparer(): (item: { title: string; summary: string }) => ComparedTitle {
  const compare = rememberingWords();
  return ({ title, summary }) => {
    const [language, ...others] = stemmedLanguages(`${title}\n${summary}`);
    const words = wordsOf(title)
      .map(compare)
      .filter(({ folded }) => !/^\p{N}/u.test(folded) && !isFrequentWord(folded) && !stopWords.has(folded))
      .flatMap(({ folded, stems }) => {
        if (unspaced.test(folded) || hangul.test(folded)) return characterPairs(folded);
        return [language === undefined || others.length > 0 ? folded : stems[language]];
      });
    const numbers = title.match(/\p{N}+/gu) ?? [];
    return { words: new Set(words), numbers: numbers.toSorted().join(" ") };
  };
}

/** The part of the words that two titles share, 0 to 1 (Jaccard). Ignores numbers. */
export function similarityOf({ words: one }: ComparedTitle, { words: other }: ComparedTitle): number {
  const [small, large] = one.size <= other.size ? [one, other] : [other, one];
  if (small.size === 0) return 0;
  let shared = 0;
  for (const word of small) if (large.has(word)) shared += 1;
  return shared / (small.size + large.size - shared);
}

/** Whether two titles are about one thing. */
export function isSameThing(one: ComparedTitle, other: ComparedTitle): boolean {
  return areAlike(one, other, { similarityMin, wordsMin });
}

/**
 * Whether two titles share at least this part of their words. If one of them has fewer than `wordsMin`, they must share all
 * words. Titles with different numbers are never alike: "week 46" and "week 47".
 */
export function areAlike(
  one: ComparedTitle,
  other: ComparedTitle,
  least: { similarityMin: number; wordsMin: number },
): boolean {
  if (one.numbers !== other.numbers) return false;
  const isShort = Math.min(one.words.size, other.words.size) < least.wordsMin;
  return similarityOf(one, other) >= (isShort ? 1 : least.similarityMin);
}
