import fc from "fast-check";
import { expect, it } from "vitest";
import { withoutAvoided } from "../../functions/pipeline/avoid.ts";
import { mentions, rememberingWords, searchedItem, toPhrase } from "../../functions/pipeline/phrases.ts";
import { stemmedLanguages } from "../../functions/pipeline/text-language.ts";
import { ranked, sourceItem, titlesOf } from "../support/pipeline/candidates.ts";
import { storyItems } from "../support/pipeline/story-items.ts";

it.each([
  ["coffees", "The coffee of the year", true],
  ["coffee", "Are two coffees a day too many?", true],
  ["policy", "The policies of the bank", true],
  ["grower", "What growers want", true],
  ["universities", "The universal remote", false],
  ["news", "What is new", false],
  ["solar roof", "Solar roofs for the schools", true],
  ["solar roof", "Roofs, solar or not", false],
  ["Häuser", "Das Haus am See", true],
  ["Haus", "Die Häuser werden teurer", true],
  ["Haeuser", "Das Haus am See", true],
  ["erneuerbare Energien", "Was erneuerbarer Energie im Weg steht", true],
  ["Bäume", "Ein Baum für jedes Kind", true],
  ["Straßen", "Die STRASSE ist frei", true],
  ["Kaffeepreis", "Kaffeepreise steigen", true],
  ["prices", "Price war", true],
  ["coven", "The cover of the book", false],
  ["AIDS", "An aid to the memory", false],
  ["aid", "AIDS and the young", false],
  ["AI", "The AI of the year", true],
  ["price", "COFFEE PRICES RISE", true],
  ["GPU", "GPUs are sold out", true],
  ["casa", "Las casas de la playa", false],
  ["casas", "Las casas de la playa", true],
  ["maison", "Les maisons de la côte", false],
  ["咖啡", "今天的咖啡价格上涨", true],
  ["커피", "서울에서 커피를 마시다", true],
  ["кофе", "Кофе подорожал", true],
  ["C++", "What is new in C++ this year", true],
  ["C", "What is new in C++ this year", false],
  ["!!!", "Nothing at all!!!", false],
])("whether the phrase %j is mentioned in %j is %s", (phrase, title, isMentioned) => {
  const compare = rememberingWords();
  expect(mentions(searchedItem({ title, summary: "" }, compare).title, toPhrase(phrase, compare))).toBe(
    isMentioned,
  );
});

it("the summary shows the language of a title that does not show it", () => {
  const compare = rememberingWords();
  const titled = (summary: string) => searchedItem({ title: "Rat", summary }, compare).title;
  const rats = toPhrase("rates", compare);
  expect(mentions(titled("Der Stadtrat hat entschieden, und nicht der Rat."), rats)).toBe(true);
  expect(mentions(titled("It was seen in the kitchen of the school."), rats)).toBe(false);
});

it("of 500 items in 16 languages at most 3 are stemmed by the rules of a language that is not theirs", () => {
  const wrong = storyItems.filter(({ story, item }) => {
    const [only, ...others] = stemmedLanguages(`${item.title}\n${item.summary}`);
    const expected = { en: "english", de: "german" }[story.language];
    // A title without a frequent word may be English or German.
    return only !== expected && others[0] !== expected;
  });
  expect(storyItems).toHaveLength(500);
  expect(wrong.length).toBeLessThanOrEqual(3);
});

it("a story is left out if any report of it mentions an avoided phrase in title or summary, and the others are counted", () => {
  const candidates = ranked([
    sourceItem("Casino opens beside the school"),
    sourceItem("Grid battery opens in the old quarry", { source: "A" }),
    sourceItem("Grid battery opens in the old quarry", { source: "B", summary: "With gambling halls." }),
    sourceItem("A day at the races", { summary: "Nobody lost." }),
    sourceItem("Cocoa is dear"),
  ]);
  const { candidates: left, avoided } = withoutAvoided(candidates, ["casinos", "gambling hall", "!!"]);
  expect(titlesOf(left).toSorted()).toEqual(["A day at the races", "Cocoa is dear"]);
  expect(avoided).toBe(2);
  expect(withoutAvoided(candidates, [])).toEqual({ candidates, avoided: 0 });
});

it("a story that has the words of an avoided phrase as they are written is left out, in any case and between any other words", () => {
  const word = fc.constantFrom(
    "coffee",
    "Häuser",
    "running",
    "AIDS",
    "the",
    "der",
    "咖啡",
    "커피",
    "C++",
    "été",
  );
  const words = fc.array(word, { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(words, words, words, fc.boolean(), fc.boolean(), (before, avoid, after, isTitle, isUpper) => {
      const phrase = avoid.join(" ");
      const text = [...before, ...avoid, ...after].join(" ");
      const written = isUpper ? text.toUpperCase() : text;
      const item = isTitle ? sourceItem(written) : sourceItem("Tidings", { summary: written });
      expect(withoutAvoided(ranked([item]), [phrase])).toEqual({ candidates: [], avoided: 1 });
    }),
  );
});
