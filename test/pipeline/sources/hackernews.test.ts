import { expect, it } from "vitest";
import type { SourceOf } from "../../../functions/domain/source.ts";
import { hourMs, isoTime } from "../../../functions/domain/time.ts";
import { nowMs } from "../../support/pipeline/feeds.ts";
import { startSource } from "../../support/pipeline/source-under-test.ts";
import { sourceConformance } from "./conformance.ts";

/** A story as Algolia's search has it. */
const story = (index: number, fields: object = {}) => ({
  _highlightResult: { title: { matchLevel: "none", matchedWords: [], value: "A story" } },
  _tags: ["story", "author_mia", `story_${42_000_000 + index}`],
  author: "mia",
  children: [42_100_000],
  created_at: isoTime(nowMs - index * hourMs),
  created_at_i: Math.floor(nowMs / 1000) - index * 3_600,
  num_comments: 12,
  objectID: String(42_000_000 + index),
  points: 120 + index,
  story_id: 42_000_000 + index,
  title: `Story ${index}`,
  updated_at: isoTime(nowMs),
  url: `https://tidings.example/${index}`,
  ...fields,
});

const page = (hits: readonly object[]) =>
  JSON.stringify({
    exhaustive: { nbHits: true, typo: true },
    hits,
    hitsPerPage: 100,
    nbHits: hits.length,
    nbPages: 1,
    page: 0,
    processingTimeMS: 3,
    query: "",
  });

const source: SourceOf<"hackernews"> = { type: "hackernews" };

sourceConformance("hackernews", {
  source,
  name: "Hacker News",
  documentOf: (titles) => page(titles.map((title, index) => story(index, { title }))),
  changed: page([{ story: { id: 1, headline: "A story" } }]),
  empty: null,
  limitMiB: 2,
});

it("the source hackernews searches stories by their points and their age, by the same URL all day", async () => {
  const { calls, read } = await startSource(() => ({ body: page([]) }));
  await read({ type: "hackernews", query: "grid storage", minPoints: 7 });
  await read({ type: "hackernews", query: "grid storage", minPoints: 7 }, nowMs + 11 * hourMs);
  const [first, second] = calls.map(({ url }) => url);
  expect(second).toBe(first);
  const { origin, pathname, searchParams } = new URL(first ?? "");
  expect(origin + pathname).toBe("https://hn.algolia.com/api/v1/search_by_date");
  const sinceSeconds = Date.UTC(2026, 10, 19) / 1000;
  expect(Object.fromEntries(searchParams)).toEqual({
    query: "grid storage",
    tags: "story",
    numericFilters: `points>=7,created_at_i>=${sinceSeconds}`,
    hitsPerPage: "100",
  });
});

it("a story without a link leads to its discussion, and its text is plain", async () => {
  const ask = story(3, { url: undefined, story_text: "<p>I wonder.<p>Who knows <i>more</i>?" });
  const { read } = await startSource(() => ({ body: page([ask, story(1)]) }));
  expect((await read(source)).items).toEqual([
    {
      id: "42000001",
      title: "Story 1",
      url: "https://tidings.example/1",
      summary: "",
      publishedAt: isoTime(nowMs - hourMs),
      source: "Hacker News",
      image: null,
      engagement: 121,
    },
    expect.objectContaining({
      url: "https://news.ycombinator.com/item?id=42000003",
      summary: "I wonder.\nWho knows more?",
      engagement: 123,
    }),
  ]);
});
