import { stopWords } from "../stop-words.ts";
import { characterPairs, fold, unspaced, wordsOf } from "../words.ts";

const lettersMin = 4;
/** Words that begin with the same letters count as one: "report" and "reported". */
const stemLetters = 5;

/** The stems of the words that say what a text is about; pairs of characters for scripts without spaces. */
function stemsOf(text: string): string[] {
  return wordsOf(text)
    .map(fold)
    .flatMap((word) => {
      if (!unspaced.test(word))
        return word.length >= lettersMin && !stopWords.has(word) ? [word.slice(0, stemLetters)] : [];
      return characterPairs(word);
    });
}

/** Returns the part of a text's words that its source has too, from 0 to 1. It is 1 for a text without words that say something. */
export function shareFrom(source: string, text: string): number {
  const known = new Set(stemsOf(source));
  const said = stemsOf(text);
  return said.length === 0 ? 1 : said.filter((stem) => known.has(stem)).length / said.length;
}

/** Whether a text repeats `count` words in a row of another text, unless its source has them in a row too. */
export function repeatsWords(text: string, other: string, source: string, count: number): boolean {
  const runs = (from: string) => {
    const words = wordsOf(from).map(fold);
    return words.slice(count - 1).map((_, index) => words.slice(index, index + count).join(" "));
  };
  const forbidden = new Set(runs(other));
  const allowed = new Set(runs(source));
  return runs(text).some((run) => forbidden.has(run) && !allowed.has(run));
}
