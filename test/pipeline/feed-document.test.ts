import fc from "fast-check";
import { parseFeed } from "feedsmith";
import { expect, it } from "vitest";
import { jsonFeed, rss } from "../../functions/pipeline/feed-document.ts";

const entry = {
  id: "pst_01",
  url: "https://service.example/r/pst_01",
  text: 'Fish & chips <b>"3 < 4"</b>',
  publishedAt: "2026-11-21T12:00:00.000Z",
  hashtags: ["#SlowFood", "Coffee"],
  media: [],
};
const pictured = {
  ...entry,
  text: "Two & more\nlines",
  media: [
    { url: "https://images.example/a.png?b=1&c=<2>", alt: 'A "cup" & <saucer>' },
    { url: "http://images.example/b", alt: "Zwei Bohnen" },
  ],
};
/** As HTML readers see it. */
const picturedHtml =
  "<p>Two &amp; more<br>lines</p>" +
  '<p><img src="https://images.example/a.png?b=1&amp;c=&lt;2&gt;" alt="A &quot;cup&quot; &amp; &lt;saucer&gt;"></p>' +
  '<p><img src="http://images.example/b" alt="Zwei Bohnen"></p>';
const feed = {
  title: "Tidings & Co.",
  feedUrl: "https://service.example/feeds/brd_01.xml?a=1&b=2",
  homePageUrl: "https://service.example/",
  entries: [entry],
};

it("a feed is valid JSON Feed 1.1", () => {
  expect(JSON.parse(jsonFeed(feed))).toEqual({
    version: "https://jsonfeed.org/version/1.1",
    title: "Tidings & Co.",
    home_page_url: "https://service.example/",
    feed_url: feed.feedUrl,
    items: [
      {
        id: "pst_01",
        url: entry.url,
        content_text: entry.text,
        date_published: entry.publishedAt,
        tags: ["SlowFood", "Coffee"],
      },
    ],
  });
  expect(JSON.parse(jsonFeed({ ...feed, entries: [] })).items).toEqual([]);
});

it("a post with images has them in JSON Feed as HTML with their descriptions, and the first one as its main image", () => {
  const [item] = JSON.parse(jsonFeed({ ...feed, entries: [pictured] })).items;
  expect(item).toMatchObject({
    content_text: pictured.text,
    content_html: picturedHtml,
    image: pictured.media[0]?.url,
  });
  // The type of an attachment is required, and nobody knows the type of an image that was not fetched.
  expect(item).not.toHaveProperty("attachments");
});

it("a post with images has them in RSS as HTML in its description and as Media RSS, both with their descriptions", () => {
  const { feed: read } = parseFeed(rss({ ...feed, entries: [pictured] }));
  expect(read).toMatchObject({
    items: [
      {
        description: picturedHtml,
        media: {
          contents: pictured.media.map(({ url, alt }) => ({
            url,
            medium: "image",
            description: { value: alt, type: "plain" },
          })),
        },
      },
    ],
  });
});

it("a feed is RSS 2.0 that a feed reader reads correctly", () => {
  expect(rss(feed)).toContain('<guid isPermaLink="false">pst_01</guid>');
  expect(parseFeed(rss(feed))).toMatchObject({
    format: "rss",
    feed: {
      title: "Tidings & Co.",
      link: "https://service.example/",
      lastBuildDate: "Sat, 21 Nov 2026 12:00:00 GMT",
      atom: { links: [{ href: feed.feedUrl, rel: "self", type: "application/rss+xml" }] },
      items: [
        {
          guid: { value: "pst_01", isPermaLink: false },
          link: entry.url,
          description: "Fish &amp; chips &lt;b&gt;&quot;3 &lt; 4&quot;&lt;/b&gt;",
          pubDate: "Sat, 21 Nov 2026 12:00:00 GMT",
          categories: [{ name: "SlowFood" }, { name: "Coffee" }],
        },
      ],
    },
  });
});

it("an empty feed is valid RSS 2.0", () => {
  expect(parseFeed(rss({ ...feed, entries: [] }))).toMatchObject({
    format: "rss",
    feed: { title: feed.title },
  });
});

it("any text results in well-formed XML", () => {
  const text = fc.array(
    fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom("\0", "\u0008", "\ud800", "\uffff", "]]>", "<!--", "&"),
    ),
  );
  fc.assert(
    fc.property(text, (parts) => {
      const value = parts.join("");
      const document = rss({
        ...feed,
        title: `t${value}`,
        entries: [{ ...entry, text: value, hashtags: [value], media: [{ url: value, alt: value }] }],
      });
      expect(document).not.toMatch(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u);
      expect(
        document.replaceAll(/<\/?[a-zA-Z:]+( [a-zA-Z:]+="[^"<]*")*\/?>|<\?xml[^>]*\?>/g, ""),
      ).not.toMatch(/[<>]/);
      expect(document).not.toMatch(/&(?!(amp|lt|gt|quot);)/);
    }),
  );
});
