import { characterPairs, fold, unspaced, wordsOf } from "./words.ts";

const runs = new RegExp(`(?:${unspaced.source})+|(?:(?!${unspaced.source}).)+`, "gu");

/**
 * What titles are compared by: the normalized words of a text, each once. In scripts without spaces nobody sees where a word
 * ends, so each two neighbouring characters are one token ("北京大学" is 北京, 京大, 大学).
 */
export function titleTokens(title: string): Set<string> {
  const words = wordsOf(title).map(fold);
  // Most titles are in scripts with spaces.
  if (!unspaced.test(title)) return new Set(words);
  return new Set(
    words.flatMap((word) =>
      (word.match(runs) ?? []).flatMap((run) => (unspaced.test(run) ? characterPairs(run) : [run])),
    ),
  );
}
