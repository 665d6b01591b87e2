/** Letters and digits, with the marks that belong to a name: C++, C#. */
const wordPattern = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*[+#]*/gu;
/** Scripts without spaces, in which letters do not show where a word ends. */
export const unspaced =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

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

/** The pairs of neighbouring characters of a word; the character itself if it is the only one. */
export function characterPairs(word: string): string[] {
  const characters = Array.from(word);
  if (characters.length < 2) return characters;
  return characters.slice(1).map((character, index) => `${characters[index] ?? ""}${character}`);
}

/** The words of a text, between spaces, for `spellingsOf`. */
export function foldedWords(text: string): string {
  return ` ${wordsOf(text).map(fold).join(" ")} `;
}

/**
 * The spellings of a phrase: a text mentions the phrase if its `foldedWords` contain one of them. Ignores case and accents, and
 * the particles that Korean puts behind a word. A phrase without a letter or a digit has no spelling.
 */
export function spellingsOf(phrase: string): string[] {
  const words = foldedWords(phrase);
  if (words.trim() === "") return [];
  if (unspaced.test(words)) return [words.trim()];
  return [words, ...particlesAfter(words.trim()).map((end) => `${words.trimEnd()}${end} `)];
}

/** Korean particles. Some have one form after a vowel and another one after a consonant. */
const particles = {
  afterAll:
    "의 에 에서 에게 에는 에도 에서는 에서도 께 한테 도 만 만의 까지 부터 보다 처럼 마다 조차 마저 밖에 들 들이 들은 들을 들의 들도 들에게".split(
      " ",
    ),
  afterVowel: "가 는 를 와 로 로서 로써 로는 나 라 라고 라는 란 랑 면 든 였다 다 와의 로의".split(" "),
  afterConsonant:
    "이 은 을 과 으로 으로서 으로써 으로는 이나 이라 이라고 이라는 이란 이랑 이면 이든 이었다 이다 과의 으로의".split(
      " ",
    ),
};
const firstSyllable = 0xac00;
const syllables = 11_172;
const finalsPerVowel = 28;
const finalRieul = 8;

/** The particles that can follow a word; none if it does not end with a Korean syllable. */
function particlesAfter(word: string): readonly string[] {
  const index = word.charCodeAt(word.length - 1) - firstSyllable;
  if (!(index >= 0 && index < syllables)) return [];
  const final = index % finalsPerVowel;
  if (final === 0) return [...particles.afterAll, ...particles.afterVowel];
  // "로" follows "ㄹ" too: 서울로.
  return [
    ...particles.afterAll,
    ...particles.afterConsonant,
    ...(final === finalRieul ? ["로", "로의"] : []),
  ];
}
