import fc from "fast-check";
import { expect, it } from "vitest";
import { selectDiverse, storiesPerThingMax } from "../../functions/pipeline/select-diverse.ts";
import { isSameThing, titleComparer } from "../../functions/pipeline/title-similarity.ts";
import { hoursAgo, ranked, sourceItem, titlesOf } from "../support/pipeline/candidates.ts";

const selectedTitles = (items: Parameters<typeof ranked>[0], count: number, topics: readonly string[] = []) =>
  titlesOf(selectDiverse(ranked(items, topics), count).map(({ candidate }) => candidate));

const fiveAboutOneThing = [
  "Central bank raises interest rates by half a point",
  "Interest rates: central bank surprises with half a point",
  "Central bank lifts interest rates half a point, and markets shrug",
  "Half a point: central bank raises the interest rate again",
  "What the central bank's half point rise of interest rates means",
];
const others = [
  "Grid battery opens in the old quarry",
  "Ferry to Skye runs on hydrogen",
  "A library without books",
];

it("five stories about one thing do not fill a run, although they are the newest", () => {
  const items = [
    ...fiveAboutOneThing.map((title) => sourceItem(title, { publishedAt: hoursAgo(0) })),
    ...others.map((title) => sourceItem(title, { publishedAt: hoursAgo(20) })),
  ];
  const titles = selectedTitles(items, 5);
  expect(titles).toEqual(expect.arrayContaining(others));
  expect(titles.filter((title) => fiveAboutOneThing.includes(title))).toHaveLength(2);
  expect(selectedTitles(items.slice(0, 5), 5)).toHaveLength(storiesPerThingMax);
});

it.each([
  [
    "Central bank raises interest rates by half a point",
    "Interest rate: central bank raises it by half a point",
    true,
  ],
  ["Bahn sperrt die Strecke nach Köln", "Die Strecke nach Köln ist von der Bahn gesperrt", true],
  ["东京咖啡节吸引三万人", "东京咖啡节迎来三万人", true],
  ["커피값이 최고로 올랐다", "커피값은 최고로 올랐다", true],
  ["Coffee market report of week 46", "Coffee market report of week 47", false],
  ["Coffee prices rise in Brazil", "Coffee prices fall in Vietnam", false],
  ["Prices rise", "Prices fall", false],
  ["The end", "The end of the office", false],
])("whether %j and %j are about one thing is %s", (one, other, same) => {
  const compared = titleComparer();
  const title = (text: string) => compared({ title: text, summary: "" });
  expect(isSameThing(title(one), title(other))).toBe(same);
});

const unlike = [
  "Quarry",
  "Ferry",
  "Library",
  "Tunnel",
  "Orchard",
  "Harbour",
  "Glacier",
  "Meadow",
  "Bakery",
  "Castle",
];

it("one source with many items does not fill a run while others have stories of comparable score", () => {
  const flood = unlike.map((title) => sourceItem(title, { publishedAt: hoursAgo(0) }));
  const quiet = ["Windmill", "Lantern", "Saddle"].map((source) =>
    sourceItem(source, {
      source,
      url: `https://${source}.example/1`,
      publishedAt: hoursAgo(3),
    }),
  );
  const titles = selectedTitles([...flood, ...quiet], 5);
  expect(titles).toEqual(expect.arrayContaining(["Windmill", "Lantern", "Saddle"]));
  // Much older stories do not replace those of the one source.
  const old = quiet.map((item) => ({ ...item, publishedAt: hoursAgo(90) }));
  expect(unlike).toEqual(expect.arrayContaining(selectedTitles([...flood, ...old], 5)));
});

it("one host behind several sources, and one topic of several, do not fill a run either", () => {
  const fromHost = unlike
    .slice(0, 4)
    .map((title, index) => sourceItem(title, { source: `S${index}`, publishedAt: hoursAgo(0) }));
  const elsewhere = sourceItem("Elsewhere", {
    source: "E",
    url: "https://e.example/1",
    publishedAt: hoursAgo(2),
  });
  expect(selectedTitles([...fromHost, elsewhere], 2)).toContain("Elsewhere");

  const coffee = unlike
    .slice(0, 4)
    .map((title) => sourceItem(`Coffee ${title}`, { publishedAt: hoursAgo(0) }));
  const solar = sourceItem("Solar power on the roof", { publishedAt: hoursAgo(2) });
  expect(selectedTitles([...coffee, solar], 2, ["coffee", "solar"])).toContain("Solar power on the roof");
});

it("without repetitions the stories with the highest scores are selected, the best first", () => {
  const items = unlike.map((title, index) =>
    sourceItem(title, { source: title, url: `https://${title}.example/`, publishedAt: hoursAgo(index) }),
  );
  expect(selectedTitles(items, 4)).toEqual(unlike.slice(0, 4));
  expect(selectedTitles(items, 20)).toHaveLength(items.length);
  expect(selectedTitles([], 5)).toEqual([]);
});

const word = fc.constantFrom(
  "coffee",
  "bank",
  "rates",
  "rise",
  "solar",
  "roof",
  "school",
  "ferry",
  "opens",
  "12",
  "13",
);
const anyItem = fc
  .record({
    words: fc.array(word, { minLength: 1, maxLength: 6 }),
    hours: fc.integer({ min: 0, max: 90 }),
    source: fc.constantFrom("A", "B", "C"),
  })
  .map(({ words, hours, source }) => sourceItem(words.join(" "), { publishedAt: hoursAgo(hours), source }));

it("the order of the items has no effect, and never are more than two selected stories about one thing", () => {
  const compared = titleComparer();
  const anyOrders = fc
    .array(anyItem, { maxLength: 20 })
    .chain((items) => fc.tuple(fc.constant(items), fc.shuffledSubarray(items, { minLength: items.length })));
  fc.assert(
    fc.property(anyOrders, fc.integer({ min: 0, max: 12 }), ([items, shuffled], count) => {
      const selected = selectDiverse(ranked(items, ["coffee", "solar"]), count);
      expect(selectDiverse(ranked(shuffled, ["coffee", "solar"]), count)).toEqual(selected);
      expect(selected.length).toBeLessThanOrEqual(count);
      const stories = selected.map(({ candidate }) => ({
        candidate,
        title: compared(candidate.item),
      }));
      for (const { title } of stories) {
        const alike = stories.filter((other) => isSameThing(title, other.title));
        expect(alike.length).toBeLessThanOrEqual(storiesPerThingMax);
      }
      for (const { repetition } of selected) {
        expect(repetition).toBeGreaterThanOrEqual(0);
        expect(repetition).toBeLessThanOrEqual(0.9);
      }
    }),
  );
});
