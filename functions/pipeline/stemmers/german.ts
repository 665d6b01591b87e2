import { markConsonants, type Regions, regionsOf, splitAtEnding } from "./regions.ts";

const vowels = "aeiouyäöü";
const isVowel = (letter: string | undefined): boolean => letter !== undefined && vowels.includes(letter);

const umlauts = new Map([
  ["ß", "ss"],
  ["ae", "ä"],
  ["oe", "ö"],
  ["ue", "ü"],
]);
const withoutUmlaut = new Map([
  ["ä", "a"],
  ["ö", "o"],
  ["ü", "u"],
  ["U", "u"],
  ["Y", "y"],
]);

/**
 * Returns the stem of a German word: "Häuser", "Haus" and "Haeuser" have the same one.
 * Source of the rules: the algorithm "german" of Snowball 3.1, https://snowballstem.org/algorithms/german/stemmer.html
 * @param word letters a to z, ä, ö, ü and ß only
 */
export function germanStem(word: string): string {
  const marked = markConsonants(
    word,
    (text, index) =>
      "uy".includes(text.charAt(index)) && isVowel(text[index - 1]) && isVowel(text[index + 1]),
  ).replaceAll(/ß|ae|oe|ue|qu/g, (letters) => umlauts.get(letters) ?? letters);
  const found = regionsOf(marked, vowels);
  // The beginning of a word is at least three letters long.
  const regions = { r1: Math.max(found.r1, 3), r2: found.r2 };
  return thirdStep(secondStep(firstStep(marked, regions), regions), regions).replaceAll(
    /[UYäöü]/g,
    (letter) => withoutUmlaut.get(letter) ?? letter,
  );
}

function firstStep(word: string, { r1 }: Regions): string {
  const endings = ["em", "ern", "er", "erin", "erinnen", "e", "en", "es", "s", "ln", "lns"];
  const split = splitAtEnding(word, endings);
  if (split === null || split.rest.length < r1) return word;
  const { rest, ending } = split;
  switch (ending) {
    case "em":
      return rest.endsWith("syst") ? word : rest;
    case "e":
    case "en":
    case "es":
      return rest.endsWith("niss") ? rest.slice(0, -1) : rest;
    case "s":
      return /[bdfghklmnrt]$/.test(rest) ? rest : word;
    case "ln":
    case "lns":
      return `${rest}l`;
    default:
      return rest;
  }
}

function secondStep(word: string, { r1 }: Regions): string {
  const split = splitAtEnding(word, ["en", "er", "est", "st", "et"]);
  if (split === null || split.rest.length < r1) return word;
  const { rest, ending } = split;
  switch (ending) {
    case "st":
      return /...[bdfghklmnt]$/.test(rest) ? rest : word;
    case "et":
      return /[Udfgklmnrstzä]$/.test(rest) && !/(?:tick|plan|geordn|intern|tr)$/.test(rest) ? rest : word;
    default:
      return rest;
  }
}

function thirdStep(word: string, { r1, r2 }: Regions): string {
  const split = splitAtEnding(word, ["end", "ung", "ig", "ik", "isch", "lich", "heit", "keit"]);
  if (split === null || split.rest.length < r2) return word;
  const { rest, ending } = split;
  switch (ending) {
    case "end":
    case "ung":
      return rest.endsWith("eig") ? rest : withoutEnding(rest, ["ig"], r2);
    case "lich":
    case "heit":
      return withoutEnding(rest, ["er", "en"], r1);
    case "keit":
      return withoutEnding(rest, ["lich", "ig"], r2);
    default:
      return rest.endsWith("e") ? word : rest;
  }
}

function withoutEnding(word: string, endings: readonly string[], region: number): string {
  const split = splitAtEnding(word, endings);
  return split === null || split.rest.length < region ? word : split.rest;
}
