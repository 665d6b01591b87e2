import type { Random } from "../../support/faults/seeded-random.ts";
import { integer, pick, pickSome, weighted } from "./random.ts";

/** What headlines about one topic are made of. */
export interface Wording {
  /** Names, the most used first: most headlines have the first, many a second one. */
  names: string[];
  /** What happens around the topic. A headline has one or two of these words. */
  aspects: string[];
}

const onsets = "b br c ch d dr f fl g gr h j k kl l m n p pl qu r s sh st t tr v w z".split(" ");
const vowels = "a e i o u ai ea io ou".split(" ");
const codas = ["", "", "", "n", "r", "l", "s", "m", "x", "nd", "rk", "st"];
const functionWords = "the of to in for with on as at by from after over new how why is will and more".split(
  " ",
);

/** Makes words that mean nothing: of two to four syllables, each word once. */
export function wordMaker(random: Random): () => string {
  const made = new Set<string>();
  return () => {
    for (;;) {
      const syllables = Array.from(
        { length: weighted(random, [0, 0, 5, 4, 1]) },
        () => pick(random, onsets) + pick(random, vowels) + pick(random, codas),
      );
      const word = syllables.join("");
      if (made.has(word)) continue;
      made.add(word);
      return word;
    }
  };
}

/** Words that headlines about anything have, the most used first. */
export function commonWords(newWord: () => string): string[] {
  return Array.from({ length: 700 }, newWord);
}

export function newWording(random: Random, newWord: () => string): Wording {
  const capitalized = () => newWord().replace(/^./, (letter) => letter.toUpperCase());
  return {
    names: Array.from({ length: integer(random, 2, 4) }, capitalized),
    aspects: Array.from({ length: integer(random, 8, 14) }, newWord),
  };
}

/** By Zipf's law, the frequency of a word is proportional to one divided by its rank: so the logarithms of ranks are even. */
function zipfPick(random: Random, words: readonly string[]): string {
  return words[Math.floor((words.length + 1) ** random()) - 1] ?? "";
}

/** Writes a headline as an editor of one source would: others use other words for the same. */
export function headline(random: Random, { names, aspects }: Wording, common: readonly string[]): string {
  const [first = "", ...others] = names;
  const named = [
    ...(random() < 0.85 ? [first] : []),
    ...pickSome(random, others, weighted(random, [0.35, 0.5, 0.15])),
  ];
  const content = [
    ...(named.length === 0 ? [pick(random, names)] : named),
    ...pickSome(random, aspects, weighted(random, [0.1, 0.5, 0.4])),
    ...Array.from({ length: integer(random, 1, 3) }, () => zipfPick(random, common)),
  ];
  const words = pickSome(random, content, content.length).flatMap((word) =>
    random() < 0.35 ? [pick(random, functionWords), word] : [word],
  );
  return words.join(" ").replace(/^./, (letter) => letter.toUpperCase());
}

/** A headline that an editor has changed a little: one word less or one more. */
export function editedHeadline(random: Random, text: string, common: readonly string[]): string {
  const words = text.split(" ");
  const at = integer(random, 0, words.length - 1);
  return (
    random() < 0.5 && words.length > 5 ? words.toSpliced(at, 1) : words.toSpliced(at, 0, pick(random, common))
  ).join(" ");
}
