import fc from "fast-check";
import { expect, it } from "vitest";
import { type Candidate, rank } from "../../functions/pipeline/rank.ts";
import type { SourceItem } from "../../functions/pipeline/sources/source.ts";

const nowMs = Date.parse("2026-11-21T12:00:00.000Z");
const hoursAgo = (hours: number) => new Date(nowMs - hours * 3_600_000).toISOString();

let itemCount = 0;
function item(title: string, given: Partial<SourceItem> = {}): SourceItem {
  itemCount += 1;
  const url = `https://tidings.example/${itemCount}`;
  return {
    id: url,
    title,
    url,
    summary: "",
    publishedAt: hoursAgo(1),
    source: "Tidings",
    image: null,
    engagement: null,
    ...given,
  };
}

const titles = (candidates: readonly Candidate[]) => candidates.map((candidate) => candidate.item.title);

const storyCount = (...given: string[]) =>
  rank(
    given.map((title) => item(title)),
    { topics: [], nowMs },
  ).length;

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
  expect(rank([item(title)], { topics: [topic], nowMs })).toHaveLength(matches ? 1 : 0);
});

it("an item about no topic is not a candidate, and an item about more topics, or with a topic in its title, ranks higher", () => {
  const items = [
    item("Wind farm opens"),
    item("Coffee prices fall", { summary: "Growers worry." }),
    item("Markets this morning", { summary: "Coffee and cocoa fell." }),
    item("Coffee by solar power", { summary: "A roastery on the roof." }),
  ];
  const candidates = rank(items, { topics: ["coffee", "Solar Power"], nowMs });
  expect(titles(candidates)).toEqual(["Coffee by solar power", "Coffee prices fall", "Markets this morning"]);
  expect(candidates[0]?.topics).toEqual(["coffee", "Solar Power"]);
});

it("the same page under several addresses is one candidate, as it was first reported", () => {
  const candidates = rank(
    [
      item("Later", {
        url: "http://tidings.example/a/?b=2&a=1&utm_source=x#top",
        publishedAt: hoursAgo(1),
        source: "B",
      }),
      item("First", {
        url: "https://www.tidings.example/a?a=1&b=2",
        publishedAt: hoursAgo(3),
        source: "A",
      }),
      item("Another page", { url: "https://tidings.example/a?a=1&b=3" }),
    ],
    { topics: [], nowMs },
  );
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
    item(title, { url }),
  );
  expect(rank(items, { topics: [], nowMs })).toHaveLength(1);
  expect(storyCount("Storm floods 1,000 homes in town", "Storm floods 1.000 homes in the town")).toBe(1);
});

it.each([
  ["https://a.example/changes#v1.2", "https://a.example/changes#v1.3", 2],
  ["https://a.example/#/posts/1", "https://a.example/#/posts/2", 2],
  ["https://a.example/p#utm_source=rss", "https://a.example/p#xtor=RSS-1", 1],
  ["https://a.example/p#comments", "https://a.example/p", 1],
  ["https://a.example/p#.Xy12", "https://a.example/p#:~:text=word", 1],
])("the addresses %s and %s are %i stories", (one, other, count) => {
  const items = [item("Alpha", { url: one }), item("Beta", { url: other })];
  expect(rank(items, { topics: [], nowMs })).toHaveLength(count);
});

it("a story that several sources report ranks above a story that one source reports", () => {
  const candidates = rank(
    [
      item("Only here, and otherwise the same"),
      item("Grid battery opens in the old quarry", { source: "A" }),
      item("Grid battery opens in the old quarry", { source: "B" }),
    ],
    { topics: [], nowMs },
  );
  expect(titles(candidates)[0]).toBe("Grid battery opens in the old quarry");
});

it("newer items rank above older ones, items without a date between them, and one day halves recency", () => {
  const candidates = rank(
    [
      item("old news", { publishedAt: hoursAgo(240) }),
      item("undated", { publishedAt: null }),
      item("new", { publishedAt: hoursAgo(0) }),
    ],
    { topics: [], nowMs },
  );
  expect(titles(candidates)).toEqual(["new", "undated", "old news"]);
  const score = (hours: number) =>
    rank([item("x", { publishedAt: hoursAgo(hours) })], { topics: [], nowMs })[0]?.score;
  expect([score(0), score(24), score(48)]).toEqual([0.75, 0.375, 0.1875]);
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
      const candidates = rank(items, { topics, nowMs });
      expect(rank(shuffled, { topics, nowMs })).toEqual(candidates);
      for (const { score } of candidates) {
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(1);
      }
    }),
  );
});
