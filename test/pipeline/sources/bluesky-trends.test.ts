import { expect, it } from "vitest";
import { startSource } from "../../support/pipeline/source-under-test.ts";
import { sourceConformance } from "./conformance.ts";

/** A trend as the lexicon app.bsky.unspecced.defs#trendView has it. */
const trend = (displayName: string, index: number) => ({
  topic: `topic-${index}`,
  displayName,
  link: `/profile/trending.bsky.app/feed/${index}`,
  startedAt: "2026-11-21T09:00:00.000Z",
  postCount: 1_200 + index,
  status: "hot",
  category: "news",
  actors: [{ did: "did:plc:abc", handle: "mia.example" }],
});
const trends = (titles: readonly string[]) => JSON.stringify({ trends: titles.map(trend) });

sourceConformance("bluesky_trends", {
  source: { type: "bluesky_trends" },
  name: "Bluesky trends",
  documentOf: trends,
  changed: JSON.stringify({ topics: [{ topic: "coffee", link: "/search?q=coffee" }], suggested: [] }),
  empty: null,
  limitMiB: 1,
});

it("a trend of Bluesky links to its feed and counts its posts", async () => {
  const { calls, read } = await startSource(() => ({ body: trends(["Night trains"]) }));
  expect((await read({ type: "bluesky_trends" })).items).toEqual([
    {
      id: "/profile/trending.bsky.app/feed/0",
      title: "Night trains",
      url: "https://bsky.app/profile/trending.bsky.app/feed/0",
      summary: "",
      publishedAt: "2026-11-21T09:00:00.000Z",
      source: "Bluesky",
      image: null,
      engagement: 1_200,
    },
  ]);
  expect(calls[0]?.url).toBe("https://public.api.bsky.app/xrpc/app.bsky.unspecced.getTrends?limit=25");
});

it("a source whose shape has changed says what is missing", async () => {
  const { problem } = await startSource(() => ({ body: '{"topics":[]}' }));
  expect(await problem({ type: "bluesky_trends" })).toBe(
    "Bluesky trends sent a document of a shape that this service does not know: it has no list trends",
  );
});
