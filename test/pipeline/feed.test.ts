import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { item, itemsOf, nowMs, rss, sampleFeed } from "../support/pipeline/feeds.ts";

it("the feed source reads an RSS feed of ordinary size as plain text, newest first", async () => {
  const items = await itemsOf(sampleFeed, { "Content-Type": "application/rss+xml; charset=utf-8" });
  expect(items).toHaveLength(60);
  expect(items[0]).toMatchObject({
    id: "tidings-88000",
    title: "Highland growers in Huila switch to night drying after three wet harvests",
    source: "Tidings: coffee, cycling & energy",
  });
  const dates = items.map(({ publishedAt }) => publishedAt ?? "");
  expect(dates).toEqual(dates.toSorted().toReversed());
  for (const { url, summary } of items) {
    expect(url).toMatch(/^https:\/\/tidings\.example\//);
    expect(summary).not.toMatch(/[<>]|&\w+;/);
    expect(summary.length).toBeGreaterThan(50);
  }
});

it("the feed source reads Atom: the alternate link, relative to xml:base, and text and HTML constructs", async () => {
  const items = await itemsOf(`<?xml version="1.0" encoding="utf-8"?>
      <feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://bikes.example/blog/"><title type="html">Cycling &amp;amp; more</title>
        <link rel="self" href="https://bikes.example/atom.xml"/><link href="https://bikes.example/blog/"/>
        <entry><id>tag:bikes.example,2026:1</id><title type="html">Cargo &lt;b&gt;bikes&lt;/b&gt;</title>
          <link rel="enclosure" href="https://bikes.example/a.mp3"/><link rel="alternate" href="posts/1"/>
          <updated>2026-11-20T10:00:00+01:00</updated>
          <content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>They carry <em>everything</em>.</p></div></content></entry>
      </feed>`);
  expect(items).toEqual([
    {
      id: "tag:bikes.example,2026:1",
      title: "Cargo bikes",
      url: "https://bikes.example/blog/posts/1",
      summary: "They carry everything.",
      publishedAt: "2026-11-20T09:00:00.000Z",
      source: "Cycling & more",
      image: null,
      engagement: null,
    },
  ]);
});

it("the feed source reads JSON Feed", async () => {
  const items = await itemsOf(
    JSON.stringify({
      version: "https://jsonfeed.org/version/1.1",
      title: "Notes",
      items: [
        {
          id: "1",
          url: "https://notes.example/1",
          content_text: "A note without a title",
          date_published: "2026-11-20T09:00:00Z",
        },
      ],
    }),
    { "Content-Type": "application/feed+json" },
  );
  expect(items).toMatchObject([
    { id: "1", title: "A note without a title", publishedAt: "2026-11-20T09:00:00.000Z" },
  ]);
});

it("the feed source reads RSS 1.0 (RDF)", async () => {
  const items = await itemsOf(`<?xml version="1.0"?>
      <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/">
        <channel rdf:about="https://old.example/"><title>Old</title><link>https://old.example/</link></channel>
        <item rdf:about="https://old.example/1"><title>Still here</title><link>https://old.example/1</link><dc:date>2026-11-19T08:00Z</dc:date></item>
      </rdf:RDF>`);
  expect(items).toMatchObject([
    { title: "Still here", source: "Old", publishedAt: "2026-11-19T08:00:00.000Z" },
  ]);
});

it("the feed source reads CDATA, escaped HTML, namespaces with other prefixes, and a guid in place of a link", async () => {
  const items = await itemsOf(
    rss(
      `<item><title><![CDATA[Tom & Jerry's <i>caf&eacute;</i>]]></title><guid>https://tidings.example/1</guid>
         <description>&lt;p&gt;Fish &amp;amp; chips&lt;br&gt;&amp;#x1F41F; 3 &amp;lt; 4&lt;/p&gt;&lt;script&gt;alert(1)&lt;/script&gt;</description></item>
         <item xmlns:d="http://purl.org/dc/elements/1.1/"><title>Other prefix</title><link>https://tidings.example/2</link><d:date>2026-11-01</d:date></item>`,
    ),
  );
  expect(items).toMatchObject([
    { title: "Other prefix", publishedAt: "2026-11-01T00:00:00.000Z" },
    { title: "Tom & Jerry's café", url: "https://tidings.example/1", summary: "Fish & chips 🐟 3 < 4" },
  ]);
});

const feedIn = (encoding: string) =>
  rss(item("<description>Käse für 5 ¥</description>")).replace('"1.0"', `"1.0" encoding="${encoding}"`);
const utf16be = Buffer.from(`\ufeff${feedIn("UTF-16")}`, "utf16le").swap16();

it.each<[string, Buffer, string]>([
  ["UTF-8 with a byte order mark", Buffer.from(`\ufeff${feedIn("utf-8")}`), "text/xml"],
  ["Latin-1 by its declaration", Buffer.from(feedIn("ISO-8859-1"), "latin1"), "application/xml"],
  [
    "Latin-1 by its content type",
    Buffer.from(rss(item("<description>Käse für 5 ¥</description>")), "latin1"),
    "text/xml; charset=iso-8859-1",
  ],
  ["Latin-1 that claims to be UTF-8", Buffer.from(feedIn("utf-8"), "latin1"), "text/xml; charset=utf-8"],
  ["UTF-16LE with a mark", Buffer.from(`\ufeff${feedIn("UTF-16")}`, "utf16le"), "text/xml"],
  ["UTF-16LE without a mark", Buffer.from(feedIn("UTF-16"), "utf16le"), "text/xml"],
  ["UTF-16BE with a mark", utf16be, "text/xml"],
  ["an encoding that does not exist", Buffer.from(feedIn("klingon")), "text/xml; charset=none"],
])("the feed source decodes %s", async (_, body, contentType) => {
  expect(await itemsOf(body, { "Content-Type": contentType })).toMatchObject([{ summary: "Käse für 5 ¥" }]);
});

it.each<[string, (bytes: Buffer) => Buffer]>([
  ["gzip", gzipSync],
  ["br", brotliCompressSync],
  ["deflate", deflateSync],
  ["deflate", deflateRawSync],
  ["identity", (bytes) => bytes],
  ["", gzipSync],
  ["gzip", (bytes) => bytes],
])("the feed source decompresses the content encoding %j", async (encoding, compress) => {
  const headers = encoding === "" ? {} : { "Content-Encoding": encoding };
  expect(await itemsOf(compress(sampleFeed), headers)).toHaveLength(60);
});

it.each([
  ["Sat, 21 Nov 2026 11:00:00 GMT", "2026-11-21T11:00:00.000Z"],
  ["Mon, 21 Nov 2026 11:00 +0130", "2026-11-21T09:30:00.000Z"],
  ["21 Nov 26 11:00:00 EST", "2026-11-21T16:00:00.000Z"],
  ["Sat, 21 November 2026 13:00:00 CET", "2026-11-21T12:00:00.000Z"],
  ["2026-11-21T11:00:00.123-05:00", "2026-11-21T16:00:00.000Z"],
  ["2026-11-21 11:00:00", "2026-11-21T11:00:00.000Z"],
  ["2026-11-21", "2026-11-21T00:00:00.000Z"],
  ["Episode 5", null],
  ["Sat, 31 Jun 2026 11:00:00 GMT", null],
  ["2026-13-01", null],
  ["yesterday", null],
  ["1234567890", null],
  ["Fri, 01 Jan 2100 00:00:00 GMT", null],
  ["", null],
  ["Nov 21, 2026", "2026-11-21T00:00:00.000Z"],
  ["November 21, 2026 at 3:04 PM EST", "2026-11-21T20:04:00.000Z"],
  ["Sat, 21 Nov 2026 12:30 AM GMT", "2026-11-21T00:30:00.000Z"],
  ["Sat, 21 Nov 2026 10:00 p.m. +1300", "2026-11-21T09:00:00.000Z"],
  ["2026-11-21T11:00:00+02", "2026-11-21T09:00:00.000Z"],
  ["Sat, 21 Nov 2026 11:00:00 +02", "2026-11-21T09:00:00.000Z"],
  ["Sat, 21 Nov 2026 11:00:00 GMT+0200", "2026-11-21T09:00:00.000Z"],
  ["Sat Nov 21 2026 11:00:00 GMT+0200 (Central European Time)", "2026-11-21T09:00:00.000Z"],
  ["Sat Nov 21 11:00:00 UTC 2026", "2026-11-21T11:00:00.000Z"],
  ["Sat, 21 Nov 2026 11:00:00 AEST", "2026-11-21T01:00:00.000Z"],
  ["2026-11-21 11:00:00 ACDT", "2026-11-21T00:30:00.000Z"],
  ["Sat, 21 Nov 2026 11:00:00 XYZT", null],
  ["Sat, 21 Nov 2026 11:00:00 IST", null],
  ["Sat, 21 Nov 2026 13:00 PM", null],
  ["Sat, 21 Nov 2026 11:00:00 +9900", null],
])("the feed source reads the date %j as %j", async (date, publishedAt) => {
  expect(await itemsOf(rss(item(`<pubDate>${date}</pubDate>`)))).toMatchObject([{ publishedAt }]);
});

it.each([
  "javascript:alert(1)",
  "data:text/html,x",
  "ftp://a.example/x",
  "mailto:a@b.example",
  "http://[",
  "",
])("the feed source leaves out an item that links to %j", async (link) => {
  const items = await itemsOf(rss(`${item("")}<item><title>Bad</title><link>${link}</link></item>`));
  expect(items.map(({ title }) => title)).toEqual(["A title"]);
});

it.each([
  ["Use <script> and <style> in HTML", "Use <script> and <style> in HTML"],
  ["<svg> in React", "<svg> in React"],
  ["Why the <br> element is void", "Why the <br> element is void"],
  ["List<String> and Vec<T>", "List<String> and Vec<T>"],
  ["<b>Bold</b> and H<sub>2</sub>O &amp; more", "Bold and H2O & more"],
  ["How to use <code>&lt;svg&gt;</code>", "How to use <svg>"],
  ["Read<script>alert(1)</script> on", "Read on"],
])(
  "the feed source reads the title %j of RSS, in which HTML may be used or named, as %j",
  async (title, expected) => {
    const escaped = title.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
    const items = await itemsOf(rss(`<item><title>${escaped}</title><link>https://a.example/</link></item>`));
    expect(items[0]?.title).toBe(expected);
  },
);

const atom = (attributes: string, entry: string) =>
  `<feed xmlns="http://www.w3.org/2005/Atom"${attributes}><title>T</title><entry><id>1</id>${entry}</entry></feed>`;

it("the feed source takes text of Atom for HTML only if its type says so", async () => {
  const link = '<link href="https://a.example/"/>';
  const titleOf = async (title: string) => (await itemsOf(atom("", `${title}${link}`)))[0]?.title;
  expect(await titleOf("<title>Use &lt;b&gt;bold&lt;/b&gt; &amp;amp; more</title>")).toBe(
    "Use <b>bold</b> &amp; more",
  );
  expect(await titleOf('<title type="html">Use &lt;b&gt;bold&lt;/b&gt; &amp;amp; more</title>')).toBe(
    "Use bold & more",
  );
});

it.each([
  ["", '<link href="posts/1"/>', "/posts/1"],
  [' xml:base="https://b.example/x/"', '<link href="posts/1"/>', "https://b.example/x/posts/1"],
])(
  "a relative link of Atom with%s is relative to xml:base, or to the feed's own address",
  async (base, link, expected) => {
    const site = '<link href="https://site.example/blog/"/>';
    const document = atom(base, `<title>A</title>${link}`).replace(
      "<title>T</title>",
      `<title>T</title>${site}`,
    );
    const url = (await itemsOf(document))[0]?.url ?? "";
    expect(url.startsWith("http://localhost") ? new URL(url).pathname : url).toBe(expected);
  },
);

it("an entry's xml:base is relative to that of its feed", async () => {
  const document = atom(' xml:base="https://b.example/x/"', '<title>A</title><link href="1"/>').replace(
    "<entry>",
    '<entry xml:base="y/">',
  );
  expect((await itemsOf(document))[0]?.url).toBe("https://b.example/x/y/1");
});

it("the feed source keeps the paragraphs of a summary apart", async () => {
  const [first] = await itemsOf(
    rss(item("<description><![CDATA[<h3>Weather</h3><p>It rains\nagain.<br>A lot.</p>]]></description>")),
  );
  expect(first?.summary).toBe("Weather\nIt rains again. A lot.");
});

it.each([
  ["The ferry is back. It sails from Monday on.", "The ferry is back."],
  [`${"word ".repeat(60)}end`, `${"word ".repeat(19)}word…`],
])("a note without a title is named by its first sentence or its beginning: %j", async (text, title) => {
  const note = { id: "1", url: "https://a.example/", content_text: text };
  const [first] = await itemsOf(
    JSON.stringify({ version: "https://jsonfeed.org/version/1.1", title: "N", items: [note] }),
  );
  expect(first?.title).toBe(title);
});

it("the feed source returns at most 100 items, the newest wherever they are in the feed, and items without a date last", async () => {
  const dated = Array.from({ length: 150 }, (_, index) => {
    const date = new Date(nowMs - (150 - index) * 60_000).toUTCString();
    return `<item><title>Item ${index}</title><link>https://tidings.example/${index}</link><pubDate>${date}</pubDate></item>`;
  });
  const items = await itemsOf(rss(item("") + dated.join("")));
  expect(items).toHaveLength(100);
  expect([items[0]?.title, items[99]?.title]).toEqual(["Item 149", "Item 50"]);
  expect((await itemsOf(rss(item("") + dated.slice(0, 3).join("")))).at(-1)?.publishedAt).toBeNull();
});

it("the feed source limits the lengths of texts, and removes control and direction characters", async () => {
  const long = "word ".repeat(5_000);
  const [first] = await itemsOf(
    rss(
      `<item><title>\u0007\u202eA ${long}</title><guid isPermaLink="false">${"g".repeat(5_000)}</guid>
        <link>https://tidings.example/a</link><description>${long}</description></item>`,
      long,
    ),
  );
  expect(first?.title).toMatch(/^A word .{200,}…$/);
  expect(
    [first?.title.length, first?.summary.length, first?.source.length, first?.id.length].map(
      (length) => (length ?? 0) <= 1_000,
    ),
  ).not.toContain(false);
  expect(first?.id).toMatch(/^[0-9a-f]{64}$/);
});
