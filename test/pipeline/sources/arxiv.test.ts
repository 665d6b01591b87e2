import { expect, it } from "vitest";
import { startSource } from "../../support/pipeline/source-under-test.ts";
import { sourceConformance } from "./conformance.ts";

const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

const paper = (title: string, index: number, { announced = "new", abstract = "We study it." } = {}) =>
  `<item><title>${escaped(title)}</title><link>https://arxiv.org/abs/2611.${10_000 + index}</link><description>arXiv:2611.${10_000 + index}v1 Announce Type: ${announced} \nAbstract: ${escaped(abstract)}</description><guid isPermaLink="false">oai:arXiv.org:2611.${10_000 + index}v1</guid><category>cs.AI</category><pubDate>Fri, 20 Nov 2026 00:00:00 -0500</pubDate><arxiv:announce_type>${announced}</arxiv:announce_type><dc:rights>http://creativecommons.org/licenses/by/4.0/</dc:rights><dc:creator>Mia Example, Ann Other</dc:creator></item>`;
const announcements = (items: string) =>
  `<?xml version='1.0' encoding='UTF-8'?><rss xmlns:arxiv="http://arxiv.org/schemas/atom" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/" version="2.0"><channel><title>cs.AI updates on arXiv.org</title><link>http://rss.arxiv.org/rss/cs.AI</link><description>cs.AI updates on the arXiv.org e-print archive.</description><language>en-us</language><lastBuildDate>Fri, 20 Nov 2026 05:00:02 +0000</lastBuildDate><pubDate>Fri, 20 Nov 2026 00:00:00 -0500</pubDate><skipDays><day>Saturday</day><day>Sunday</day></skipDays>${items}</channel></rss>`;

const source = { type: "arxiv", category: "cs.AI" } as const;

sourceConformance("arxiv", {
  source,
  name: "arXiv cs.AI",
  documentOf: (titles) => announcements(titles.map((title, index) => paper(title, index)).join("")),
  changed: '<?xml version="1.0"?><papers><paper id="1"/></papers>',
  // At weekends.
  empty: null,
  limitMiB: 5,
});

it("the summary of a paper is its abstract, and new versions of earlier papers are left out", async () => {
  const items = [
    paper("On $x<y$ and trees", 1, { abstract: "For all $x<y$ & more, we prove it." }),
    paper("Seen before", 2, { announced: "replace" }),
    paper("Seen elsewhere before", 3, { announced: "replace-cross" }),
    paper("From another category", 4, { announced: "cross" }),
  ];
  const { calls, read } = await startSource(() => ({ body: announcements(items.join("")) }));
  expect((await read(source)).items).toMatchObject([
    {
      id: "oai:arXiv.org:2611.10001v1",
      title: "On $x<y$ and trees",
      url: "https://arxiv.org/abs/2611.10001",
      summary: "For all $x<y$ & more, we prove it.",
      publishedAt: "2026-11-20T05:00:00.000Z",
      source: "arXiv cs.AI",
      engagement: null,
    },
    { title: "From another category" },
  ]);
  expect(calls[0]?.url).toBe("https://rss.arxiv.org/rss/cs.AI");
});
