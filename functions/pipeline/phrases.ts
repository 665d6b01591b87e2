import { englishStem } from "./stemmers/english.ts";
import { germanStem } from "./stemmers/german.ts";
import { type StemmedLanguage, stemmedLanguages } from "./text-language.ts";
import { fold, spellingsOf, wordsOf } from "./words.ts";

/** A word in capitals among other words is a name: "AIDS" is not a plural. */
const acronym = /^\p{Lu}{2,5}$/u;
const acronyms = /^\p{Lu}{2,5}s$/u;

/** A word as it is compared. */
interface ComparedWord {
  folded: string;
  isAcronym: boolean;
  stems: Readonly<Record<StemmedLanguage, string>>;
}

/** Prepares a word for comparison. */
export type CompareWord = (word: string) => ComparedWord;

/** Returns a function that prepares words. It remembers them, because the items of a run share most of their words. */
export function rememberingWords(): CompareWord {
  const known = new Map<string, ComparedWord>();
  return (word) => {
    const before = known.get(word);
    if (before !== undefined) return before;
    const folded = fold(word);
    const singular = acronyms.test(word) ? folded.slice(0, -1) : folded;
    const stems = /^[a-z]+$/.test(singular)
      ? { english: englishStem(singular), german: germanStem(singular) }
      : { english: singular, german: singular };
    const compared = { folded, isAcronym: acronym.test(word), stems };
    known.set(word, compared);
    return compared;
  };
}

/** Joins words, between spaces, so that a phrase is found at their ends too. */
const spaced = (words: readonly string[]): string => ` ${words.join(" ")} `;

function stemmedWords(
  words: readonly ComparedWord[],
  language: StemmedLanguage,
  isInCapitals: boolean,
): string {
  return spaced(
    words.map(({ folded, isAcronym, stems }) => (isAcronym && !isInCapitals ? folded : stems[language])),
  );
}

const isInCapitals = (text: string): boolean => !/\p{Ll}/u.test(text);

/** A phrase of one or more words for which texts are searched. */
export interface Phrase {
  /** As its owner writes it. */
  text: string;
  spellings: readonly string[];
  stems: Readonly<Record<StemmedLanguage, string>>;
}

export function toPhrase(text: string, compare: CompareWord): Phrase {
  const words = wordsOf(text).map(compare);
  // A single word in capitals is taken for a name. No other words show whether it is one.
  const isName = words.length === 1 && words.every(({ isAcronym }) => isAcronym);
  const stemsIn = (language: StemmedLanguage) => stemmedWords(words, language, isInCapitals(text) && !isName);
  return {
    text,
    spellings: spellingsOf(text),
    stems: { english: stemsIn("english"), german: stemsIn("german") },
  };
}

/** Title and summary of an item, prepared for the search of many phrases. */
export interface SearchedItem {
  title: SearchedText;
  summary: SearchedText;
}
interface SearchedText {
  words: string;
  stems: readonly { language: StemmedLanguage; words: string }[];
}

/** Prepares an item. Title and summary together show its language: a title alone is often too short. */
export function searchedItem(item: { title: string; summary: string }, compare: CompareWord): SearchedItem {
  const languages = stemmedLanguages(`${item.title}\n${item.summary}`);
  const searched = (text: string): SearchedText => {
    const words = wordsOf(text).map(compare);
    const stems = languages.map((language) => ({
      language,
      words: stemmedWords(words, language, isInCapitals(text)),
    }));
    return { words: spaced(words.map(({ folded }) => folded)), stems };
  };
  return { title: searched(item.title), summary: searched(item.summary) };
}

/**
 * Whether a text has the words of a phrase, in its order: as they are written, or by their stems in the language of the text.
 * The phrase is stemmed in the language of the text, because one word does not show a language.
 */
export function mentions(text: SearchedText, { spellings, stems }: Phrase): boolean {
  if (spellings.length === 0) return false;
  return (
    spellings.some((spelling) => text.words.includes(spelling)) ||
    text.stems.some(({ language, words }) => words.includes(stems[language]))
  );
}
