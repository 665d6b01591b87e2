import { markConsonants, type Regions, regionsOf, splitAtEnding } from "./regions.ts";

const vowels = "aeiouy";
const vowelsAndWxy = `${vowels}wxY`;

/** Words that the rules would stem wrongly. */
const irregular = new Map([
  ["skis", "ski"],
  ["skies", "sky"],
  ["idly", "idl"],
  ["gently", "gentl"],
  ["ugly", "ugli"],
  ["early", "earli"],
  ["only", "onli"],
  ["singly", "singl"],
  ...["sky", "news", "howe", "atlas", "cosmos", "bias", "andes"].map((word): [string, string] => [
    word,
    word,
  ]),
]);
/** R1 begins behind these beginnings, so that "universal" and "university" have different stems. */
const longBeginning = /^(?:arsen|commun|emerg|gener|inter|later|organ|past|univers)/;

/** The replacements of step 2, in R1. */
const secondEndings = new Map([
  ["tional", "tion"],
  ["enci", "ence"],
  ["anci", "ance"],
  ["abli", "able"],
  ["entli", "ent"],
  ["izer", "ize"],
  ["ization", "ize"],
  ["ational", "ate"],
  ["ation", "ate"],
  ["ator", "ate"],
  ["alism", "al"],
  ["aliti", "al"],
  ["alli", "al"],
  ["fulness", "ful"],
  ["fulli", "ful"],
  ["ousli", "ous"],
  ["ousness", "ous"],
  ["iveness", "ive"],
  ["iviti", "ive"],
  ["biliti", "ble"],
  ["bli", "ble"],
  ["ogi", "og"],
  ["ogist", "og"],
  ["lessli", "less"],
  ["li", ""],
]);
/** The replacements of step 3, in R1. */
const thirdEndings = new Map([
  ["tional", "tion"],
  ["ational", "ate"],
  ["alize", "al"],
  ["icate", "ic"],
  ["iciti", "ic"],
  ["ical", "ic"],
  ["ful", ""],
  ["ness", ""],
  ["ative", ""],
]);
/** The endings that step 4 removes, in R2. */
const fourthEndings = "al ance ence er ic able ible ant ement ment ent ism ate iti ous ive ize ion".split(
  " ",
);

/**
 * Returns the stem of an English word: "coffees" and "coffee" have the same one.
 * Source of the rules: the algorithm "english" of Snowball 3.1, https://snowballstem.org/algorithms/english/stemmer.html
 * @param word letters a to z only
 */
export function englishStem(word: string): string {
  if (word.length < 3) return word;
  const exception = irregular.get(word);
  if (exception !== undefined) return exception;
  const marked = markConsonants(
    word,
    (text, index) => text[index] === "y" && (index === 0 || vowels.includes(text.charAt(index - 1))),
  );
  const beginning = longBeginning.exec(marked)?.[0].length;
  const regions = regionsOf(marked, vowels, beginning);
  let stem = withoutPlural(marked);
  stem = withoutVerbEnding(stem, regions);
  if (/[^aeiouy][yY]$/.test(stem) && stem.length > 2) stem = `${stem.slice(0, -1)}i`;
  stem = secondStep(stem, regions);
  stem = thirdStep(stem, regions);
  stem = fourthStep(stem, regions);
  return fifthStep(stem, regions).replaceAll("Y", "y");
}

function withoutPlural(word: string): string {
  const split = splitAtEnding(word, ["sses", "ied", "ies", "s", "us", "ss"]);
  if (split === null) return word;
  const { rest, ending } = split;
  switch (ending) {
    case "sses":
      return `${rest}ss`;
    case "ied":
    case "ies":
      return rest.length > 1 ? `${rest}i` : `${rest}ie`;
    case "s":
      // "gas" and "this" keep their "s": it follows the only vowel.
      return /[aeiouy]/.test(rest.slice(0, -1)) ? rest : word;
    default:
      return word;
  }
}

function withoutVerbEnding(word: string, { r1 }: Regions): string {
  const split = splitAtEnding(word, ["eed", "eedly", "ed", "edly", "ing", "ingly"]);
  if (split === null) return word;
  const { rest, ending } = split;
  if (ending === "eed" || ending === "eedly")
    return rest.length >= r1 && !/^(?:succ|proc|exc)$/.test(rest) ? `${rest}ee` : word;
  if (ending === "ing") {
    // "dying" becomes "die", and "evening" is no form of "even".
    if (/^[^aeiouy]y$/.test(rest)) return `${rest.slice(0, -1)}ie`;
    if (/^(?:even|cann|inn|earr|herr|out)$/.test(rest)) return word;
  }
  if (!/[aeiouy]/.test(rest)) return word;
  if (/(?:at|bl|iz)$/.test(rest)) return `${rest}e`;
  if (/(?:bb|dd|ff|gg|mm|nn|pp|rr|tt)$/.test(rest)) return /^[aeo]..$/.test(rest) ? rest : rest.slice(0, -1);
  return rest.length === r1 && endsInShortSyllable(rest) ? `${rest}e` : rest;
}

function endsInShortSyllable(word: string): boolean {
  const [before, vowel, last] = [word.at(-3), word.at(-2) ?? "", word.at(-1) ?? ""];
  if (vowel !== "" && vowels.includes(vowel)) {
    if (before === undefined) return !vowels.includes(last);
    if (!vowels.includes(before) && !vowelsAndWxy.includes(last)) return true;
  }
  return word.endsWith("past");
}

function secondStep(word: string, { r1 }: Regions): string {
  const split = splitAtEnding(word, secondEndings.keys());
  if (split === null || split.rest.length < r1) return word;
  const { rest, ending } = split;
  if (ending === "li" && !/[cdeghkmnrt]$/.test(rest)) return word;
  if (ending === "ogi" && !rest.endsWith("l")) return word;
  return `${rest}${secondEndings.get(ending) ?? ""}`;
}

function thirdStep(word: string, { r1, r2 }: Regions): string {
  const split = splitAtEnding(word, thirdEndings.keys());
  if (split === null || split.rest.length < r1) return word;
  const { rest, ending } = split;
  if (ending === "ative" && rest.length < r2) return word;
  return `${rest}${thirdEndings.get(ending) ?? ""}`;
}

function fourthStep(word: string, { r2 }: Regions): string {
  const split = splitAtEnding(word, fourthEndings);
  if (split === null || split.rest.length < r2) return word;
  return split.ending === "ion" && !/[st]$/.test(split.rest) ? word : split.rest;
}

function fifthStep(word: string, { r1, r2 }: Regions): string {
  const rest = word.slice(0, -1);
  if (word.endsWith("e"))
    return rest.length >= r2 || (rest.length >= r1 && !endsInShortSyllable(rest)) ? rest : word;
  return word.endsWith("ll") && rest.length >= r2 ? rest : word;
}
