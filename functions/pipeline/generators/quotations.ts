import { fold, foldedWords, unspaced } from "../words.ts";

/** Quotations in the marks of all languages. Single marks count only around several words: others are apostrophes. */
const quotation =
  /[“„”"]([^“”„"]{1,500})[“”"]|«([^«»]{1,500})»|»([^«»]{1,500})«|「([^「」]{1,500})」|『([^『』]{1,500})』|(?<![\p{L}\p{N}])[‘‚']([^‘’'\s]+\s[^‘’]{1,500}?)[’‘'](?!\p{L})/gu;
const doubleMarks = /[“”„"]/gu;

const withoutEnd = (text: string) => text.trim().replace(/[\s,.;:!?。、！？]+$/u, "");
/** The letters and digits of a text, for scripts without spaces. */
const lettersOf = (text: string) => fold(text).replaceAll(/[^\p{L}\p{M}\p{N}]/gu, "");

/** Returns the quotations of a text that its source does not have, and those that the source spells in another way. */
export function unknownQuotations(
  text: string,
  source: string,
): { invented: string[]; inexact: string[]; isUnclosed: boolean } {
  const quoted = [...text.matchAll(quotation)]
    .map(([, ...groups]) => withoutEnd(groups.find((group) => group !== undefined) ?? ""))
    .filter((quote) => quote !== "");
  const words = foldedWords(source);
  const letters = lettersOf(source);
  const stands = (quote: string) =>
    unspaced.test(quote) ? letters.includes(lettersOf(quote)) : words.includes(foldedWords(quote));
  const known = quoted.filter(stands);
  return {
    invented: quoted.filter((quote) => !stands(quote)),
    inexact: known.filter((quote) => !source.includes(quote)),
    isUnclosed: (text.match(doubleMarks) ?? []).length % 2 === 1,
  };
}
