/**
 * The regions of a word in which the stemmers remove endings: R1 begins behind the first consonant that follows a vowel, R2
 * does the same within R1. Source: https://snowballstem.org/texts/r1r2.html
 */
export interface Regions {
  /** Where R1 begins. */
  r1: number;
  /** Where R2 begins. */
  r2: number;
}

/** @param r1 where R1 begins, if a rule of the language says so */
export function regionsOf(word: string, vowels: string, r1 = regionFrom(word, vowels, 0)): Regions {
  return { r1, r2: regionFrom(word, vowels, r1) };
}

function regionFrom(word: string, vowels: string, start: number): number {
  let index = start;
  while (index < word.length && !vowels.includes(word.charAt(index))) index += 1;
  while (index < word.length && vowels.includes(word.charAt(index))) index += 1;
  return Math.min(index + 1, word.length);
}

/** A word without an ending. */
export interface Split {
  rest: string;
  ending: string;
}

/** Splits a word before the longest ending that it has; null if it has none of them. */
export function splitAtEnding(word: string, endings: Iterable<string>): Split | null {
  let longest = "";
  for (const ending of endings) if (ending.length > longest.length && word.endsWith(ending)) longest = ending;
  return longest === "" ? null : { rest: word.slice(0, word.length - longest.length), ending: longest };
}

/**
 * Replaces some letters where they are consonants by their capitals, so that they do not count as vowels.
 * @param isConsonant whether the letter at an index is one, given the word with the letters before it replaced
 */
export function markConsonants(
  word: string,
  isConsonant: (marked: string, index: number) => boolean,
): string {
  let marked = word;
  for (let index = 0; index < word.length; index += 1) {
    if (!isConsonant(marked, index)) continue;
    marked = `${marked.slice(0, index)}${marked.charAt(index).toUpperCase()}${marked.slice(index + 1)}`;
  }
  return marked;
}
