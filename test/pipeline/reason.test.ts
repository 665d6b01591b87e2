import { expect, it } from "vitest";
import { reasonFor } from "../../functions/pipeline/reason.ts";
import type { SourceItem } from "../../functions/pipeline/sources/source.ts";
import { hoursAgo, ranked, rankedAtMs, sourceItem } from "../support/pipeline/candidates.ts";

function reasonOf(items: readonly SourceItem[], topics: readonly string[] = [], repetition = 0) {
  const [candidate] = ranked(items, topics);
  if (candidate === undefined) throw new Error("there is no candidate");
  return { candidate, reason: reasonFor({ candidate, repetition }, rankedAtMs) };
}

it("a reason names the topics, the number of sources and the age, and has the figures of the score", () => {
  const items = ["A", "B", "C"].map((source, index) =>
    sourceItem("Coffees of the year, in one list", { source, publishedAt: hoursAgo(2 + index) }),
  );
  expect(reasonOf(items, ["coffee"], 0.12345).reason).toEqual({
    text: "Matches the topic coffee; reported by 3 sources; 2 hours old.",
    score: 0.7804,
    terms: { relevance: 0.7, freshness: 0.9439, corroboration: 0.6667, repetition: 0.1235 },
    trend: null,
  });
});

it.each([
  [["coffee", "tea"], "Matches the topics coffee and tea; "],
  [["coffee", "tea", "milk"], "Matches the topics coffee, tea and milk; "],
  [["coffee", "tea", "milk", "sugar", "water"], "Matches the topics coffee, tea, milk and 2 more; "],
  [[], "Reported by one source; "],
])("a reason for the topics %j begins with %j", (topics, beginning) => {
  const { reason } = reasonOf([sourceItem("Coffee, tea, milk, sugar and water")], topics);
  expect(reason.text.startsWith(beginning)).toBe(true);
  expect(reason.terms.relevance === null).toBe(topics.length === 0);
});

it.each([
  [hoursAgo(-3), "less than an hour old."],
  [hoursAgo(0.5), "less than an hour old."],
  [hoursAgo(1), "1 hour old."],
  [hoursAgo(47), "47 hours old."],
  [hoursAgo(49), "2 days old."],
  [null, "without a date."],
])("the age of a story of %s is %j", (publishedAt, age) => {
  const { reason } = reasonOf([sourceItem("Coffee", { publishedAt })]);
  expect(reason.text).toBe(`Reported by one source; ${age}`);
});

it("a reason names the trend of its story, with a title of limited length", () => {
  const { candidate } = reasonOf([sourceItem("Coffee")]);
  const trend = { id: "trd_1", title: "Coffee ".repeat(100), score: 0.9 };
  const reason = reasonFor({ candidate: { ...candidate, trend }, repetition: 0 }, rankedAtMs);
  expect(reason.trend).toMatchObject({ id: "trd_1", score: 0.9 });
  expect(reason.trend?.title).toMatch(/^Coffee .{1,92}…$/);
  expect(reason.text).toMatch(/^Reported by one source; part of the trend “Coffee .*…”; 1 hour old\.$/);
  expect(reason.text.length).toBeLessThan(200);
});
