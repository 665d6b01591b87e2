import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, it } from "vitest";
import { trusted } from "../../functions/domain/trusted.ts";
import { englishStem } from "../../functions/pipeline/stemmers/english.ts";
import { germanStem } from "../../functions/pipeline/stemmers/german.ts";

/** Words and their stems, as Snowball 3.1.1 makes them. A part of the words is invented, so that every rule applies. */
const reference = trusted<Record<"english" | "german", Record<string, string>>>(
  JSON.parse(readFileSync(new URL("../vectors/stems.json", import.meta.url), "utf8")),
);
const stemmers = [
  ["english", englishStem, "abcdefghijklmnopqrstuvwxyz"],
  ["german", germanStem, "abcdefghijklmnopqrstuvwxyzäöüß"],
] as const;

it.each(stemmers)("the %s stems of 420 words are those of Snowball", (language, stem) => {
  const words = Object.keys(reference[language]);
  expect(words).toHaveLength(420);
  expect(Object.fromEntries(words.map((word) => [word, stem(word)]))).toEqual(reference[language]);
});

it.each(stemmers)(
  "the %s stem of any letters is neither empty nor longer than the word by more than a letter",
  (_, stem, letters) => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...letters.split("")), minLength: 1, maxLength: 20 }),
        (word) => {
          const result = stem(word);
          expect(result).not.toBe("");
          expect(result.length).toBeLessThanOrEqual(word.replaceAll("ß", "ss").length + 1);
        },
      ),
    );
  },
);
