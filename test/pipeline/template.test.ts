import fc from "fast-check";
import { expect, it } from "vitest";
import type { GenerationRequest } from "../../functions/pipeline/generators/generator.ts";
import { toHashtags } from "../../functions/pipeline/generators/hashtags.ts";
import { withParameters } from "../../functions/pipeline/generators/link.ts";
import { generateFromTemplate } from "../../functions/pipeline/generators/template.ts";
import { graphemeCount, truncate } from "../../functions/pipeline/truncate.ts";

const item = {
  id: "1",
  title: "Cold brew on tap comes to commuter trains",
  url: "https://tidings.example/a",
  summary: "The taps are in the dining cars. A second line follows in spring.",
  publishedAt: null,
  source: "Tidings",
};
const request = (given: Partial<GenerationRequest> = {}): GenerationRequest => ({
  candidate: { item, score: 0.5, topics: ["cold brew"], sources: ["Tidings"], members: [item] },
  brand: { voice: null, hashtags: ["#SlowCoffee"], utm: { utm_source: "feed" } },
  channel: { maxCharacters: 500 },
  variant: 0,
  ...given,
});

it("the template generator uses the title and the summary's first sentence, with link and hashtags", () => {
  expect(generateFromTemplate(request())).toEqual({
    text: "Cold brew on tap comes to commuter trains. The taps are in the dining cars.",
    link: "https://tidings.example/a?utm_source=feed",
    hashtags: ["SlowCoffee", "ColdBrew"],
  });
});

it("the template generator uses a sentence that begins with the title in place of the title", () => {
  const repeating = { ...item, summary: `${item.title}: from Monday on.` };
  const { candidate } = request();
  expect(generateFromTemplate(request({ candidate: { ...candidate, item: repeating } })).text).toBe(
    "Cold brew on tap comes to commuter trains: from Monday on.",
  );
});

it("posts of the same run differ, and the brand's voice changes the text", () => {
  const brand = { voice: "Warm and friendly", hashtags: [], utm: {} };
  const texts = [0, 1, 2].map((variant) => generateFromTemplate(request({ brand, variant })).text);
  expect(new Set(texts).size).toBe(3);
  expect(texts[1]).toMatch(/^Worth a read: Cold brew .* \(Tidings\)$/);
});

it("a title in another script than the openings has none", () => {
  const { candidate } = request();
  const japanese = { ...item, title: "コーヒー祭り", summary: "" };
  expect(
    generateFromTemplate(request({ variant: 2, candidate: { ...candidate, item: japanese } })).text,
  ).toBe("コーヒー祭り。");
});

it("any candidate fits any length limit, and the same request gives the same post", () => {
  const text = fc.string({ unit: "grapheme", minLength: 1, maxLength: 400 });
  fc.assert(
    fc.property(
      text,
      text,
      fc.integer({ min: 1, max: 500 }),
      fc.nat(60),
      (title, summary, maxCharacters, variant) => {
        const { candidate } = request();
        const generation = request({
          candidate: { ...candidate, item: { ...item, title, summary } },
          channel: { maxCharacters },
          variant,
        });
        const post = generateFromTemplate(generation);
        expect(graphemeCount(post.text)).toBeLessThanOrEqual(maxCharacters);
        expect(post.text.isWellFormed()).toBe(true);
        expect(generateFromTemplate(structuredClone(generation))).toEqual(post);
      },
    ),
    { numRuns: 300 },
  );
});

it.each([
  ["short", 5, "short"],
  ["one two three", 9, "one two…"],
  ["one two, three", 9, "one two…"],
  ["Donaudampfschifffahrt", 10, "Donaudamp…"],
  ["👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦", 3, "👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦"],
  ["👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦", 2, "👩‍👩‍👧‍👦…"],
  ["e\u0301e\u0301e\u0301", 2, "e\u0301…"],
  ["今天的咖啡价格上涨", 5, "今天的咖…"],
  ["anything", 1, "…"],
  ["anything", 0, ""],
])("truncate(%j, %i) returns %j", (text, max, expected) => {
  expect(truncate(text, max)).toBe(expected);
});

it("hashtags are CamelCase, valid, distinct and at most five", () => {
  expect(toHashtags(["renewable energy", "EV", "#iPhone", "coffee"])).toEqual([
    "RenewableEnergy",
    "EV",
    "iPhone",
    "Coffee",
  ]);
  expect(toHashtags(["#Coffee", "coffee", "COFFEE", "café", "Cafe"])).toEqual(["Coffee", "Café"]);
  expect(toHashtags(["2026", "!!!", "", "#", "x".repeat(61), "c++", "slow-food & drink"])).toEqual([
    "C",
    "SlowFoodDrink",
  ]);
  expect(toHashtags(["one", "two", "three", "four", "five", "six"])).toHaveLength(5);
  expect(toHashtags(["咖啡"])).toEqual(["咖啡"]);
});

it.each([
  ["https://a.example/", "https://a.example/?utm_source=x&utm_campaign=a%20b%26c"],
  [
    "https://a.example/p?q=%20+%2B&r#top",
    "https://a.example/p?q=%20+%2B&r&utm_source=x&utm_campaign=a%20b%26c#top",
  ],
  [
    "https://a.example/?utm_source=rss&utm_medium=feed",
    "https://a.example/?utm_medium=feed&utm_source=x&utm_campaign=a%20b%26c",
  ],
])("the link parameters are added to %s", (url, expected) => {
  expect(withParameters(url, { utm_source: "x", utm_campaign: "a b&c" })).toBe(expected);
});

it("a link without parameters does not change", () => {
  expect(withParameters("https://a.example/p?b=1&a=2#c", {})).toBe("https://a.example/p?b=1&a=2#c");
});
