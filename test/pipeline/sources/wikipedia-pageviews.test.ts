import { expect, it } from "vitest";
import { dayMs } from "../../../functions/domain/time.ts";
import { nowMs } from "../../support/pipeline/feeds.ts";
import { startSource } from "../../support/pipeline/source-under-test.ts";
import { sourceConformance } from "./conformance.ts";

const list = (titles: readonly string[], day = "20") =>
  JSON.stringify({
    items: [
      {
        project: "en.wikipedia",
        access: "all-access",
        year: "2026",
        month: "11",
        day,
        articles: titles.map((title, index) => ({
          article: title.replaceAll(" ", "_"),
          views: 100_000 - index,
          rank: index + 1,
        })),
      },
    ],
  });
const notThere = JSON.stringify({
  type: "about:blank",
  title: "Not Found",
  detail:
    "The date(s) you used are valid, but we either do not have data for those date(s), or the project you asked for is not loaded yet.",
});
const source = { type: "wikipedia_pageviews", project: "en.wikipedia" } as const;

sourceConformance("wikipedia_pageviews", {
  source,
  name: "Pageviews of en.wikipedia",
  documentOf: list,
  changed: JSON.stringify({ items: [{ project: "en.wikipedia", pages: [] }] }),
  empty: null,
  limitMiB: 1,
});

it("the most viewed articles of a day are items in their order, without main pages and pages of other namespaces", async () => {
  const titles = [
    "Main Page",
    "Special:Search",
    "Wikipedia:Featured pictures",
    "Spezial:Suche",
    "特別:検索",
    "-",
    "Mission: Impossible",
    "AC/DC",
    "Who's Afraid? (play)",
    "3:10 to Yuma",
  ];
  const { calls, read } = await startSource(() => ({ body: list(titles) }));
  expect((await read(source)).items).toMatchObject([
    {
      id: "en.wikipedia/Mission:_Impossible",
      title: "Mission: Impossible",
      url: "https://en.wikipedia.org/wiki/Mission:_Impossible",
      summary: "",
      publishedAt: "2026-11-20T00:00:00.000Z",
      source: "en.wikipedia",
      engagement: 99_994,
    },
    { title: "AC/DC", url: "https://en.wikipedia.org/wiki/AC/DC" },
    { title: "Who's Afraid? (play)", url: "https://en.wikipedia.org/wiki/Who's_Afraid%3F_(play)" },
    { title: "3:10 to Yuma" },
  ]);
  expect(calls.map(({ url }) => url)).toEqual([
    "https://wikimedia.org/api/rest_v1/metrics/pageviews/top/en.wikipedia/all-access/2026/11/20",
  ]);
});

it("until there is a list of yesterday, the list of the day before is read, by conditional requests", async () => {
  let hasYesterday = false;
  const headers = { ETag: '"v1"' };
  const { calls, read, memory } = await startSource(({ url, headers: sent }) => {
    if (url.endsWith("/20") && !hasYesterday) return { status: 404, body: notThere };
    if (sent["if-none-match"] === '"v1"' && url.endsWith("/19")) return { status: 304 };
    return { headers, body: url.endsWith("/20") ? list(["New"]) : list(["Old"], "19") };
  });
  const first = await read(source);
  expect(first.items).toMatchObject([{ title: "Old", publishedAt: "2026-11-19T00:00:00.000Z" }]);
  expect((await read(source)).items).toEqual(first.items);
  expect(memory.writes()).toBe(1);
  hasYesterday = true;
  expect((await read(source)).items).toMatchObject([{ title: "New" }]);
  // The known entity tag belongs to the other list.
  expect(calls.at(-1)?.headers).not.toHaveProperty("if-none-match");
});

it("a Wikipedia that has no list for two days cannot be read", async () => {
  const { calls, problem } = await startSource(() => ({ status: 404, body: notThere }));
  expect(await problem(source, nowMs + dayMs)).toBe("Pageviews of en.wikipedia responded with status 404");
  expect(calls.map(({ url }) => url.slice(-5))).toEqual(["11/21", "11/20"]);
});
