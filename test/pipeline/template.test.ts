import fc from "fast-check";
import { expect, it } from "vitest";
import { channelNames } from "../../functions/domain/channel.ts";
import { lengthProblem, type TextChannel, textRules } from "../../functions/domain/channel-text.ts";
import {
  codePointCount,
  graphemeCount,
  mastodonCharacterCount,
  utf8ByteCount,
  utf16UnitCount,
} from "../../functions/domain/text-length.ts";
import type { GenerationRequest } from "../../functions/pipeline/generators/generator.ts";
import { toHashtags } from "../../functions/pipeline/generators/hashtags.ts";
import { withParameters } from "../../functions/pipeline/generators/link.ts";
import { writeFromTemplate } from "../../functions/pipeline/generators/template.ts";
import { truncate, truncateToFit } from "../../functions/pipeline/truncate.ts";
import { graphemeLists, urls } from "../support/pipeline/texts.ts";

const item = {
  id: "1",
  title: "Cold brew on tap comes to commuter trains",
  url: "https://tidings.example/a",
  summary: "The taps are in the dining cars. A second line follows in spring.",
  publishedAt: null,
  source: "Tidings",
  image: null,
  engagement: null,
};
const request = (given: Partial<GenerationRequest> = {}): GenerationRequest => ({
  candidate: { item, score: 0.5, topics: ["cold brew"], sources: ["Tidings"], members: [item] },
  brand: { voice: null, hashtags: ["#SlowCoffee"], utm: { utm_source: "feed" } },
  fits: (content) => graphemeCount(content.text) <= 500,
  channel: "feed",
  variant: 0,
  avoid: [],
  ...given,
});

it("the template generator uses the title and the summary's first sentence, with link and hashtags", () => {
  expect(writeFromTemplate(request())).toEqual({
    text: "Cold brew on tap comes to commuter trains. The taps are in the dining cars.",
    link: "https://tidings.example/a?utm_source=feed",
    hashtags: ["SlowCoffee", "ColdBrew"],
    isShortened: false,
  });
});

it("the template generator uses a sentence that begins with the title in place of the title", () => {
  const repeating = { ...item, summary: `${item.title}: from Monday on.` };
  const { candidate } = request();
  expect(writeFromTemplate(request({ candidate: { ...candidate, item: repeating } })).text).toBe(
    "Cold brew on tap comes to commuter trains: from Monday on.",
  );
});

it("posts of the same run differ, and the brand's voice changes the text", () => {
  const brand = { voice: "Warm and friendly", hashtags: [], utm: {} };
  const texts = [0, 1, 2].map((variant) => writeFromTemplate(request({ brand, variant })).text);
  expect(new Set(texts).size).toBe(3);
  expect(texts[1]).toMatch(/^Worth a read: Cold brew .* \(Tidings\)$/s);
});

it("a title in another script than the openings gets no opening", () => {
  const { candidate } = request();
  const japanese = { ...item, title: "コーヒー祭り", summary: "" };
  expect(writeFromTemplate(request({ variant: 2, candidate: { ...candidate, item: japanese } })).text).toBe(
    "コーヒー祭り。",
  );
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
          fits: (content) => graphemeCount(content.text) <= maxCharacters,
          variant,
        });
        const post = writeFromTemplate(generation);
        expect(graphemeCount(post.text)).toBeLessThanOrEqual(maxCharacters);
        expect(post.text.isWellFormed()).toBe(true);
        expect(writeFromTemplate({ ...generation, brand: structuredClone(generation.brand) })).toEqual(post);
      },
    ),
    { numRuns: 300 },
  );
});

const anyItem = fc.record({
  title: fc.oneof(
    fc.string({ unit: "grapheme", minLength: 1, maxLength: 300 }),
    graphemeLists(60).map((list) => `a${list.join("")}`),
  ),
  summary: fc.string({ unit: "grapheme", maxLength: 1_000 }),
  url: fc.oneof(urls, fc.constant(`https://example.com/${"a".repeat(4_000)}`)),
});

it("any candidate fits any channel, whatever its limit", () => {
  const anyRules = fc
    .tuple(fc.constantFrom(...channelNames), fc.option(fc.integer({ min: 1, max: 600 })))
    .map(([channel, limit]) => ({
      channel,
      rules: { ...textRules[channel], ...(limit !== null && { limit }) },
    }));
  const phrases = fc.array(fc.constantFrom("coffee", "x".repeat(60), "größer", "日本語", "two words"), {
    maxLength: 8,
  });
  fc.assert(
    fc.property(anyItem, anyRules, phrases, fc.nat(60), (given, { channel, rules }, hashtags, variant) => {
      const { candidate, brand } = request();
      const generated = writeFromTemplate({
        candidate: { ...candidate, item: { ...item, ...given } },
        brand: { ...brand, hashtags },
        channel,
        avoid: [],
        fits: (content) => lengthProblem({ ...content, media: [] }, channel, rules) === null,
        variant,
      });
      expect(lengthProblem({ ...generated, media: [] }, channel, rules)).toBeNull();
    }),
    { numRuns: 500 },
  );
});

it("hashtags give way to the title, and only a link that leaves no room for the title is left out", () => {
  const { candidate } = request();
  const title = `${"word ".repeat(57)}end`;
  const generate = (channel: TextChannel, url = item.url) =>
    writeFromTemplate(
      request({
        candidate: { ...candidate, item: { ...item, title, url, summary: "" } },
        channel,
        fits: (content) => lengthProblem({ ...content, media: [] }, channel) === null,
      }),
    );
  expect(generate("feed")).toMatchObject({ text: `${title}.`, hashtags: ["SlowCoffee", "ColdBrew"] });
  expect(generate("bluesky")).toMatchObject({ text: `${title}.`, hashtags: [] });
  const longUrl = `https://example.com/${"a".repeat(1_900)}`;
  expect(generate("discord").link).toBe("https://tidings.example/a?utm_source=feed");
  expect(generate("discord", longUrl)).toMatchObject({ text: `${title}.`, link: null });
  expect(generate("mastodon", longUrl).link).toContain(longUrl);
});

it("a text that is cut to fit, however it is counted, fits and ends between two graphemes", () => {
  const units = fc.constantFrom<((text: string) => number)[]>(
    graphemeCount,
    codePointCount,
    utf16UnitCount,
    utf8ByteCount,
    (text) => mastodonCharacterCount(text, 23),
  );
  fc.assert(
    fc.property(graphemeLists(60), fc.option(urls), units, fc.nat(300), (list, url, count, max) => {
      const whole = `${list.join("")}${url === null ? "" : ` ${url}`}`;
      const cut = truncateToFit(whole, (text) => count(text) <= max);
      if (cut === null) {
        expect(count("…")).toBeGreaterThan(max);
        return;
      }
      expect(count(cut)).toBeLessThanOrEqual(max);
      if (cut === whole) return;
      const kept = cut.slice(0, -1);
      expect(whole.startsWith(kept) && cut.endsWith("…")).toBe(true);
      const boundaries = [0];
      for (const one of [...list, ...(url === null ? [] : [" ", ...Array.from(url)])])
        boundaries.push((boundaries.at(-1) ?? 0) + one.length);
      expect(boundaries).toContain(kept.length);
    }),
    { numRuns: 500 },
  );
});

it("cutting a text to a number of graphemes gives the same with both functions", () => {
  fc.assert(
    fc.property(graphemeLists(40), fc.integer({ min: 1, max: 120 }), (list, max) => {
      const text = list.join("");
      expect(truncateToFit(text, (one) => graphemeCount(one) <= max)).toBe(truncate(text, max));
    }),
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
