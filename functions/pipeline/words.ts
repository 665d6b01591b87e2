/** Letters and digits, with the marks that belong to a name: C++, C#. */
const wordPattern = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*[+#]*/gu;
/** Scripts without spaces, in which letters do not show where a word ends. */
const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

/** Normalizes a word for comparison: ignores case, and the accents of Latin, Greek and Cyrillic letters. */
export function fold(word: string): string {
  return word
    .normalize("NFKD")
    .replaceAll(/[\u0300-\u036f]/g, "")
    .normalize("NFC")
    .toLowerCase()
    .replaceAll("ß", "ss");
}

/** The words of a text as they are written. */
export function wordsOf(text: string): string[] {
  // "don't" is one word, and an apostrophe has several shapes.
  return (
    text
      .normalize("NFC")
      .replaceAll(/['’](?=\p{L})/gu, "")
      .match(wordPattern) ?? []
  );
}

/** The words of a text, for `mentions`. */
export function foldedWords(text: string): string {
  return ` ${wordsOf(text).map(fold).join(" ")} `;
}

/** Whether a text (as `foldedWords`) contains a phrase as whole words. Ignores case and accents. */
export function mentions(folded: string, phrase: string): boolean {
  const words = foldedWords(phrase);
  if (words.trim() === "") return false;
  return folded.includes(unspaced.test(words) ? words.trim() : words);
}
