import { expect, it } from "vitest";
import { dayMs, hourMs } from "../../functions/domain/time.ts";
import { type BrandTrends, trendLimits } from "../../functions/domain/trend.ts";
import {
  anItem,
  noTrends,
  observe,
  ordinaryDays,
  scoreAt,
  sourceNames,
} from "../support/pipeline/trend-items.ts";

const nowMs = Date.parse("2026-11-21T12:00:00.000Z");
const [tidings = "", herald = "", gazette = ""] = sourceNames;

/** A brand that has read a week of ordinary items. */
function afterAWeek(): BrandTrends {
  const trends = noTrends();
  observe(trends, ordinaryDays(9, nowMs - 2 * hourMs), nowMs - hourMs);
  return trends;
}

const ferry = [
  anItem("Solar ferry Aurelia begins service on the lake", tidings, nowMs - hourMs),
  anItem("Aurelia, the first solar ferry, sails today", herald, nowMs - 2 * hourMs),
  anItem("What the solar ferry Aurelia means for commuters", gazette, nowMs - 3 * hourMs),
];
const [first = anItem("", "", 0)] = ferry;

it("headlines with different words about one topic are one trend, which rises when several sources have it", () => {
  const trends = afterAWeek();
  const { trendOf, scoreAt: scoreOfTrend } = observe(trends, ferry, nowMs);
  expect(new Set(ferry.map(trendOf)).size).toBe(1);
  expect(scoreOfTrend(trendOf(first))).toBeGreaterThan(3.5);
});

it("headlines about one topic in a script without spaces are one trend", () => {
  const titles = [
    "新型量子計算機の試験運転が始まる",
    "量子計算機、大阪で一般公開へ",
    "研究者が語る量子計算機の未来",
  ];
  const items = titles.map((title, index) => anItem(title, sourceNames[index] ?? "", nowMs - hourMs));
  const { trendOf } = observe(
    afterAWeek(),
    [...items, anItem("地下鉄の新路線が開業", tidings, nowMs)],
    nowMs,
  );
  expect(new Set(items.map(trendOf)).size).toBe(1);
});

it("an item whose page a trend already has belongs to that trend, even if its title has other words", () => {
  const trends = afterAWeek();
  const known = observe(trends, ferry, nowMs).trendOf(first);
  const link = anItem("You must see this", "Links", nowMs, { url: `${first.url}?utm_source=links` });
  expect(observe(trends, [link], nowMs + hourMs).trendOf(link)).toBe(known);
});

it("many items of one source are no trend", () => {
  const flood = Array.from({ length: 40 }, (_, index) =>
    anItem(
      `Solar ferry Aurelia live: report ${"abcdefgh"[index % 8]}${index}`,
      tidings,
      nowMs - index * 60_000,
    ),
  );
  const { trendOf, scoreAt: scoreOfTrend } = observe(afterAWeek(), flood, nowMs);
  expect(scoreOfTrend(trendOf(flood[39] ?? first))).toBeLessThan(3.5);
});

it("a topic that is always there is no trend", () => {
  const trends = noTrends();
  for (let day = 8; day >= 0; day -= 1) {
    const atMs = nowMs - day * dayMs;
    const daily = sourceNames.flatMap((source) => [
      anItem(`Weather forecast for the coast, day ${day} morning`, source, atMs - 5 * hourMs),
      anItem(`Weather forecast for the coast, day ${day} evening`, source, atMs - hourMs),
    ]);
    const { trendOf } = observe(trends, [...ordinaryDays(1, atMs), ...daily], atMs);
    if (day > 0) continue;
    const [item = first] = daily;
    expect(trendOf(item).headlines).toBeGreaterThan(8);
    expect(scoreAt(trends, trendOf(item), atMs)).toBeLessThan(2);
  }
});

/** The score of an item with this engagement, in a source whose items usually have 20. */
function scoreWith(engagement: number): number {
  const usual = Array.from({ length: 9 }, (_, index) =>
    anItem(`${"abcdefghi"[index]}${index} ${index}z`, "Votes", nowMs - hourMs, { engagement: 20 }),
  );
  const item = anItem("Solar ferry Aurelia", "Votes", nowMs - hourMs, { engagement });
  const { trendOf, scoreAt: scoreOfTrend } = observe(afterAWeek(), [...usual, item], nowMs);
  return scoreOfTrend(trendOf(item));
}

it("a mention with more engagement than is usual in its source counts more", () => {
  expect(scoreWith(200)).toBeGreaterThan(scoreWith(20));
  expect(scoreWith(20)).toBeGreaterThan(scoreWith(0));
  expect(scoreWith(1e9)).toBe(scoreWith(1e6));
});

it("a run that is executed twice changes nothing", () => {
  const once = afterAWeek();
  observe(once, ferry, nowMs);
  const twice = afterAWeek();
  observe(twice, ferry, nowMs);
  observe(twice, ferry, nowMs);
  expect(twice).toEqual(once);
});

it("what a brand remembers stays bounded, and what was seen least is forgotten first", () => {
  const trends = noTrends();
  for (let run = 0; run < 5; run += 1) {
    const atMs = nowMs + run * 3 * hourMs;
    const items = Array.from({ length: 400 }, (_, index) =>
      anItem(`w${run}a${index} w${run}b${index} w${run}c${index}`, `source-${index % 60}`, atMs - hourMs),
    );
    observe(trends, [...items, ...ferry], atMs);
  }
  expect(trends.tracked.length).toBe(trendLimits.tracked);
  expect(trends.tracked.some(({ tokens }) => tokens.has("aurelia"))).toBe(true);
  for (const { tokens } of trends.tracked)
    expect(tokens.size).toBeLessThanOrEqual(trendLimits.tokensPerTrend);
});
