import { expect, it } from "vitest";
import { startSource } from "../../support/pipeline/source-under-test.ts";
import { sourceConformance } from "./conformance.ts";

const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll("'", "&apos;");

const report = (title: string, index: number) =>
  `<ht:news_item><ht:news_item_title>${escaped(title)}</ht:news_item_title><ht:news_item_snippet/><ht:news_item_url>https://tidings.example/${index}?a=1&amp;b=2</ht:news_item_url><ht:news_item_picture>https://encrypted-tbn1.gstatic.com/images?q=tbn:x</ht:news_item_picture><ht:news_item_source>Tidings</ht:news_item_source></ht:news_item>`;
const trend = (term: string, traffic: string, reports: string) =>
  `<item><title>${escaped(term)}</title><ht:approx_traffic>${traffic}</ht:approx_traffic><description/><link>https://trends.google.com/trending/rss?geo=CH</link><pubDate>Sat, 21 Nov 2026 01:10:00 -0800</pubDate><ht:picture>https://encrypted-tbn3.gstatic.com/images?q=tbn:y</ht:picture><ht:picture_source>Tidings</ht:picture_source>${reports}</item>`;
const trending = (items: string) =>
  `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><rss xmlns:atom="http://www.w3.org/2005/Atom" xmlns:ht="https://trends.google.com/trending/rss" version="2.0"><channel><title>Daily Search Trends</title><description>Recent searches</description><link>https://trends.google.com/trending/rss?geo=CH</link>${items}</channel></rss>`;

const source = { type: "google_trends", country: "CH" } as const;

sourceConformance("google_trends", {
  source,
  name: "Google Trends of CH",
  documentOf: (titles) =>
    trending(titles.map((title, index) => trend("ferry", "200+", report(title, index))).join("")),
  changed: '<?xml version="1.0"?><trends><trend name="ferry"/></trends>',
  empty: null,
  limitMiB: 1,
});

it("a search becomes an item with the first report that Google names for it, else with its page at Google", async () => {
  const items = [
    trend("vasco & puma", "20000+", report("Puma's fault", 1) + report("Another one", 2)),
    trend("a <b>quarry</b>", "1,000+", ""),
  ];
  const { calls, read } = await startSource(() => ({ body: trending(items.join("")) }));
  expect((await read(source)).items).toEqual([
    {
      id: expect.stringContaining("CH vasco"),
      title: "Puma's fault",
      url: "https://tidings.example/1?a=1&b=2",
      summary: "",
      publishedAt: "2026-11-21T09:10:00.000Z",
      source: "Google Trends of CH",
      image: null,
      engagement: 20_000,
    },
    expect.objectContaining({
      title: "a quarry",
      url: expect.stringMatching(/^https:\/\/trends\.google\.com\/trends\/explore\?geo=CH&q=/),
      engagement: 1_000,
    }),
  ]);
  expect(calls[0]?.url).toBe("https://trends.google.com/trending/rss?geo=CH");
});

it.each([
  ["20000+", 20_000],
  ["20,000+", 20_000],
  ["2K+", 2_000],
  ["1M+", 1_000_000],
  ["", null],
  ["many", null],
])("the source google_trends reads the approximate traffic %j as %j", async (traffic, engagement) => {
  const { read } = await startSource(() => ({ body: trending(trend("ferry", traffic, "")) }));
  expect((await read(source)).items).toMatchObject([{ title: "ferry", engagement }]);
});

it("the source google_trends does not expand entities that a document defines", async () => {
  const bomb = `<!DOCTYPE rss [<!ENTITY lol "${"lol".repeat(1_000)}">]>`;
  const document = trending(trend("TERM", "200+", ""))
    .replace("?>", `?>${bomb}`)
    .replace("TERM", "&lol;");
  const { read } = await startSource(() => ({ body: document }));
  const found = await read(source).catch((error: unknown) => error);
  expect(JSON.stringify(found)).not.toContain("lollol");
});
