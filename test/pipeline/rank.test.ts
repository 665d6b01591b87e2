import fc from "fast-check";
import { expect, it } from "vitest";
import { hoursAgo, ranked, sourceItem, titlesOf } from "../support/pipeline/candidates.ts";

const storyCount = (...titles: string[]) => ranked(titles.map((title) => sourceItem(title))).length;

it.each([
  ["café", "CAFE culture returns", true],
  ["Cafe", "Das CAFÉ am See", true],
  ["art", "A party in the park", false],
  ["art", "State of the art, at last", true],
  ["cold brew", "Cold-brew on tap", true],
  ["cold brew", "Brew it cold", false],
  ["C++", "What is new in C++ this year", true],
  ["C", "What is new in C++ this year", false],
  ["c#", "C# for the patient", true],
  ["don't panic", "Don’t panic, says the board", true],
  ["ÅNGSTRÖM", "An angstrom wide", true],
  ["Straße", "Die STRASSE ist frei", true],
  ["咖啡", "今天的咖啡价格上涨", true],
  ["कॉफ़ी", "भारत में कॉफ़ी की खेती", true],
  ["!!!", "Nothing at all!!!", false],
  ["커피", "커피가 비싸다", true],
  ["커피", "서울에서 커피를 마시다", true],
  ["서울", "서울로 가는 길", true],
  ["대한 항공", "대한 항공은 늦었다", true],
  ["차", "차는 뜨겁다", true],
  ["차", "차이가 크다", false],
  ["차", "차이 나는 가격", false],
  ["커피", "커피숍 개점", false],
])("whether the topic %j matches the title %j is %s", (topic, title, matches) => {
  expect(ranked([sourceItem(title)], [topic])).toHaveLength(matches ? 1 : 0);
});

it("an item about no topic is not a candidate, and an item about more topics, or with a topic in its title, ranks higher", () => {
  const items = [
    sourceItem("Wind farm opens"),
    sourceItem("Coffee prices fall", { summary: "Growers worry." }),
    sourceItem("Markets this morning", { summary: "Coffee and cocoa fell." }),
    sourceItem("Coffee by solar power", { summary: "A roastery on the roof." }),
  ];
  const candidates = ranked(items, ["coffee", "Solar Power"]);
  expect(titlesOf(candidates)).toEqual([
    "Coffee by solar power",
    "Coffee prices fall",
    "Markets this morning",
  ]);
  expect(candidates[0]?.topics).toEqual(["coffee", "Solar Power"]);
});

it("the same page under several addresses is one candidate, as it was first reported", () => {
  const candidates = ranked([
    sourceItem("Later", {
      url: "http://tidings.example/a/?b=2&a=1&utm_source=x#top",
      publishedAt: hoursAgo(1),
      source: "B",
    }),
    sourceItem("First", {
      url: "https://www.tidings.example/a?a=1&b=2",
      publishedAt: hoursAgo(3),
      source: "A",
    }),
    sourceItem("Another page", { url: "https://tidings.example/a?a=1&b=3" }),
  ]);
  expect(candidates.map(({ item: { title }, sources }) => [title, sources])).toContainEqual([
    "First",
    ["A", "B"],
  ]);
  expect(candidates).toHaveLength(2);
});

it("items with nearly equal titles are one story, and items with short or different titles are not", () => {
  expect(
    storyCount(
      "Tidal turbine off Orkney runs a full year",
      "Tidal turbine off Orkney runs a full year without stop",
    ),
  ).toBe(1);
  expect(storyCount("Prices rise", "prices RISE!")).toBe(1);
  expect(storyCount("Prices rise", "Prices fall")).toBe(2);
  expect(
    storyCount("Tidal turbine off Orkney runs a full year", "Wind turbine off Skye stops for a full month"),
  ).toBe(2);
});

it.each([
  ["Coffee market report of week 46", "Coffee market report of week 47"],
  ["The Long Run podcast, episode 12", "The Long Run podcast, episode 13"],
  ["The history of tea in China, part II", "The history of tea in China, part III"],
  ["Release notes of the fast parser 1.2.3", "Release notes of the fast parser 1.2.4"],
  ["The best of the big weekly roundup", "The best of the big weekly roundup 2"],
])("titles with different numbers are different stories: %j and %j", (one, other) => {
  expect(storyCount(one, other)).toBe(2);
});

it("items of one page are one story although a number in the title has changed", () => {
  const url = "https://tidings.example/storm";
  const items = ["Storm in the north: 5 dead", "Storm in the north: 7 dead"].map((title) =>
    sourceItem(title, { url }),
  );
  expect(ranked(items)).toHaveLength(1);
  expect(storyCount("Storm floods 1,000 homes in town", "Storm floods 1.000 homes in the town")).toBe(1);
});

it.each([
  ["https://a.example/changes#v1.2", "https://a.example/changes#v1.3", 2],
  ["https://a.example/#/posts/1", "https://a.example/#/posts/2", 2],
  ["https://a.example/p#utm_source=rss", "https://a.example/p#xtor=RSS-1", 1],
  ["https://a.example/p#comments", "https://a.example/p", 1],
  ["https://a.example/p#.Xy12", "https://a.example/p#:~:text=word", 1],
])("the addresses %s and %s are %i stories", (one, other, count) => {
  const items = [sourceItem("Alpha", { url: one }), sourceItem("Beta", { url: other })];
  expect(ranked(items)).toHaveLength(count);
});

it("a story that several sources report ranks above a story that one source reports", () => {
  const candidates = ranked([
    sourceItem("Only here, and otherwise the same"),
    sourceItem("Grid battery opens in the old quarry", { source: "A" }),
    sourceItem("Grid battery opens in the old quarry", { source: "B" }),
  ]);
  expect(titlesOf(candidates)[0]).toBe("Grid battery opens in the old quarry");
});

const scoreAfter = (hours: number) => ranked([sourceItem("x", { publishedAt: hoursAgo(hours) })])[0]?.score;

it("newer items rank above older ones, items without a date between them, and freshness halves with each day", () => {
  const candidates = ranked([
    sourceItem("old news", { publishedAt: hoursAgo(240) }),
    sourceItem("undated", { publishedAt: null }),
    sourceItem("new", { publishedAt: hoursAgo(0) }),
  ]);
  expect(titlesOf(candidates)).toEqual(["new", "undated", "old news"]);
  expect([scoreAfter(0), scoreAfter(24), scoreAfter(48)]).toEqual([0.75, 0.375, 0.1875]);
});

it("scores are between 0 and 1, and the order of the items has no effect", () => {
  const word = fc.constantFrom("coffee", "solar", "bike", "prices", "rise", "fall", "again", "café");
  const anyItem = fc.record({
    id: fc.string(),
    title: fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(" ")),
    url: fc.constantFrom("a", "b?x=1", "b?x=1&utm_a=2", "c").map((path) => `https://tidings.example/${path}`),
    summary: fc.array(word).map((words) => words.join(" ")),
    publishedAt: fc.option(fc.integer({ min: -5, max: 200 }).map(hoursAgo)),
    source: fc.constantFrom("A", "B", "C"),
    image: fc.constant(null),
    engagement: fc.constant(null),
  });
  const anyOrders = fc
    .array(anyItem, { maxLength: 15 })
    .chain((items) => fc.tuple(fc.constant(items), fc.shuffledSubarray(items, { minLength: items.length })));
  fc.assert(
    fc.property(anyOrders, fc.uniqueArray(word, { maxLength: 3 }), ([items, shuffled], topics) => {
      const candidates = ranked(items, topics);
      expect(ranked(shuffled, topics)).toEqual(candidates);
      for (const { score } of candidates) {
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(1);
      }
    }),
  );
});
