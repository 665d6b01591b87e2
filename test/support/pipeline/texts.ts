import fc from "fast-check";

/** One of each kind of grapheme that programs count wrongly. None of them joins with another one. */
const graphemes = [
  "a",
  "Z",
  "9",
  " ",
  ",",
  "é",
  "e\u0301",
  "q\u0308\u0323",
  `Z${"\u0351\u036b\u0343".repeat(5)}`,
  "ß",
  "中",
  "コ",
  "한",
  "ع",
  "ש",
  "שׁ",
  "นี้",
  "👍",
  "👍🏽",
  "❤️",
  "1️⃣",
  "🇨🇭",
  "🏳️‍🌈",
  "👩‍👩‍👧‍👦",
  "🧑🏿‍🚀",
  "🏴󠁧󠁢󠁳󠁣󠁴󠁿",
  "🇺🇳",
  "❤️‍🔥",
  "👨🏻‍❤️‍💋‍👨🏿",
  // Letters of three parts: Korean, Devanagari, Hebrew with two points, and a Chinese one with its variant.
  "\u1100\u1161\u11a8",
  "क्षि",
  "ש\u05b8\u05c1",
  "葛\u{e0100}",
  // Arabic: a letter with its vowel, a comma, and the invisible mark that turns the direction.
  "م\u064f",
  "،",
  "\u200f",
];

/** Of which a very long word may be made. */
const letters = ["x", "é", "中", "ع", "e\u0301", "👩‍👩‍👧‍👦"];

/** A text as the list of its graphemes, so that a test can count them without a segmenter. */
export const graphemeLists = (maxLength: number) =>
  fc
    .array(
      fc.oneof(
        { weight: 5, arbitrary: fc.constantFrom(...graphemes).map((one) => [one]) },
        // A very long word.
        {
          weight: 1,
          arbitrary: fc
            .tuple(fc.constantFrom(...letters), fc.integer({ min: 20, max: 80 }))
            .map(([letter, count]) => Array<string>(count).fill(letter)),
        },
      ),
      { maxLength },
    )
    .map((lists) => lists.flat());

/** URLs as Mastodon recognizes them, short and very long. */
export const urls = fc.constantFrom(
  "http://a.io",
  "https://example.com/a?b=c#d",
  "https://bücher.example/ä",
  "https://xn--bcher-kva.example:8443/x_(y)",
  "https://пример.рф/стр",
  "https://example.com?q=1&r=%20",
  `https://example.com/${"path/".repeat(100)}`,
);
