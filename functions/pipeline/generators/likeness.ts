import { stopWords } from "../stop-words.ts";
import { fold, unspaced, wordsOf } from "../words.ts";

const lettersMin = 4;
/** Words are alike if they begin alike: "report" and "reported". */
const stemLetters = 5;

/** The stems of the words that say what a text is about; pairs of characters for scripts without spaces. */
function stemsOf(text: string): string[] {
  return wordsOf(text)
    .map(fold)
    .flatMap((word) => {
      if (!unspaced.test(word))
        return word.length >= lettersMin && !stopWords.has(word) ? [word.slice(0, stemLetters)] : [];
      const characters = Array.from(word);
      return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
    });
}

/** Which part of the words of a text its source has too, from 0 to 1. A text without such words has 1. */
export function shareFrom(source: string, text: string): number {
  const known = new Set(stemsOf(source));
  const said = stemsOf(text);
  return said.length === 0 ? 1 : said.filter((stem) => known.has(stem)).length / said.length;
}

/** Whether a text has so many words in a row of another one, which do not stand so in its source. */
export function repeatsWords(text: string, other: string, source: string, count: number): boolean {
  const runs = (from: string) => {
    const words = wordsOf(from).map(fold);
    return words.slice(count - 1).map((_, index) => words.slice(index, index + count).join(" "));
  };
  const forbidden = new Set(runs(other));
  const allowed = new Set(runs(source));
  return runs(text).some((run) => forbidden.has(run) && !allowed.has(run));
}
