import fc from "fast-check";
import { parseFeed } from "feedsmith";
import { describe, expect, it } from "vitest";
import { newPost } from "../../functions/contract/schemas/post.ts";
import { feedItems } from "../../functions/pipeline/sources/feed.ts";
import { imageDescription } from "../../functions/pipeline/sources/image-description.ts";
import { itemsOf, nowMs, sampleFeed } from "../support/pipeline/feeds.ts";

const namespaces =
  'xmlns:media="http://search.yahoo.com/mrss/" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:content="http://purl.org/rss/1.0/modules/content/"';
const feedUrl = "https://tidings.example/feeds/news.xml";
const imageOf = (document: string, allowLoopback = false) =>
  feedItems(parseFeed(document), { url: feedUrl, nowMs, allowLoopback })[0]?.image;

const rssImage = (inner: string, allowLoopback?: boolean) =>
  imageOf(
    `<rss version="2.0" ${namespaces}><channel><title>T</title><link>https://tidings.example/</link><item><title>A &amp; title</title><link>/a</link>${inner}</item></channel></rss>`,
    allowLoopback,
  );
const atomImage = (inner: string) =>
  imageOf(
    `<feed xmlns="http://www.w3.org/2005/Atom" ${namespaces} xml:base="https://tidings.example/blog/"><title>T</title><id>1</id><entry><id>1</id><title>A &amp; title</title><link href="a"/>${inner}</entry></feed>`,
  );
const jsonImage = (fields: object) =>
  imageOf(
    JSON.stringify({
      version: "https://jsonfeed.org/version/1.1",
      title: "T",
      items: [{ id: "1", url: "https://tidings.example/a", title: "A & title", ...fields }],
    }),
  );

const url = "https://images.example/a.jpg?w=1200&h=675";
const inXml = "https://images.example/a.jpg?w=1200&amp;h=675";
const titled = { url, alt: "A & title" };
const content = (rest: string, inner = "") =>
  `<media:content url="${inXml}" ${rest}>${inner}</media:content>`;
const small = '<media:content url="https://images.example/small.jpg" medium="image" width="200"/>';

describe("the image of an item", () => {
  it.each([
    ["Media RSS, by its medium", content('medium="image"')],
    ["Media RSS, by its type", content('type="image/jpeg"')],
    ["Media RSS, by its name", content("")],
    ["a group of Media RSS", `<media:group>${content('medium="image"')}</media:group>`],
    [
      "the widest of Media RSS that is not huge",
      `<media:content url="https://images.example/huge.jpg" medium="image" width="6000"/>${small}${content('medium="image" width="2000"')}`,
    ],
    ["the widest of Media RSS", `${small}${content('medium="image" width="1200"')}${small}`],
    ["an enclosure", `<enclosure url="${inXml}" type="image/png" length="90000"/>`],
    [
      "the thumbnail of a video",
      `<media:content url="https://images.example/v.mp4" type="video/mp4"/><media:thumbnail url="${inXml}" width="480"/>`,
    ],
    [
      "the thumbnail inside a video",
      `<media:group><media:content url="https://images.example/v.mp4" medium="video"/><media:thumbnail url="${inXml}"/></media:group>`,
    ],
    [
      "an episode",
      `<enclosure url="https://images.example/e.mp3" type="audio/mpeg" length="1"/><itunes:image href="${inXml}"/>`,
    ],
    [
      "Media RSS before an enclosure",
      `<enclosure url="https://images.example/b.png" type="image/png" length="9"/>${content("")}`,
    ],
  ])("an RSS feed gives it as %s", (_, inner) => {
    expect(rssImage(inner)).toEqual(titled);
  });

  it("an Atom feed gives it as Media RSS or as an enclosure, relative to xml:base", () => {
    expect(atomImage(content('medium="image"'))).toEqual(titled);
    const enclosure = '<link rel="enclosure" type="image/webp" href="../b.webp"/>';
    expect(atomImage(enclosure)).toEqual({ url: "https://tidings.example/b.webp", alt: "A & title" });
    expect(atomImage('<link rel="enclosure" type="audio/mpeg" href="b.mp3"/>')).toBeNull();
  });

  it("a JSON feed gives it as its main image, else as its banner, else as an attachment", () => {
    const attachments = [
      { url: "https://images.example/c.mp3", mime_type: "audio/mpeg" },
      { url: "https://images.example/c.png", mime_type: "image/png", title: "A cup" },
    ];
    const banner_image = "https://images.example/banner";
    expect(jsonImage({ image: url, banner_image, attachments })).toEqual(titled);
    expect(jsonImage({ banner_image, attachments })).toEqual({ url: banner_image, alt: "A & title" });
    expect(jsonImage({ attachments })).toEqual({ url: "https://images.example/c.png", alt: "A cup" });
  });

  it("every item of the sample feed has one", async () => {
    const items = await itemsOf(sampleFeed);
    expect(items.map(({ image }) => image?.url.startsWith("https://media.tidings.example/"))).toEqual(
      Array(60).fill(true),
    );
  });

  it.each([
    ["of a type that no channel takes", content('type="image/svg+xml"')],
    ["that is a video", content('medium="video" type="video/mp4"')],
    [
      "that counts readers",
      '<media:content url="https://t.example/p.gif" medium="image" width="1" height="1"/>',
    ],
    ["that is an icon", `<media:thumbnail url="${inXml}" width="75" height="75"/>`],
    ["that is larger than channels take", content('medium="image" fileSize="5242881"')],
    ["without an address", '<media:content medium="image"/><media:thumbnail url=" "/>'],
    ["at a private address", '<media:content url="http://10.0.0.1/a.jpg" medium="image"/>'],
    ["at a loopback address", '<media:content url="http://localhost/a.jpg" medium="image"/>'],
    ["with a password", '<media:content url="https://a:b@images.example/a.jpg" medium="image"/>'],
    ["that is no web address", '<media:content url="data:image/png;base64,AAAA" medium="image"/>'],
    [
      "with too long an address",
      `<media:content url="https://images.example/${"a".repeat(2_048)}" medium="image"/>`,
    ],
  ])("an image %s is left out", (_, inner) => {
    expect(rssImage(inner)).toBeNull();
  });

  it("an image whose size a feed gives as 0 is used: such feeds do not know it", () => {
    expect(rssImage(content('medium="image" width="0" height="0" fileSize="0"'))).toEqual(titled);
  });

  it("the local runtime also takes images at loopback addresses", () => {
    const local = '<media:content url="http://localhost:8081/a.jpg" medium="image"/>';
    expect(rssImage(local, true)?.url).toBe("http://localhost:8081/a.jpg");
  });
});

describe("the description of an image", () => {
  const description = "<media:description>A &lt;b&gt;cup&lt;/b&gt;\n of tea</media:description>";
  const title = "<media:title>Tea</media:title>";

  it.each([
    ["its description", content("", `${title}${description}`), "A cup of tea"],
    ["its title", content("", title), "Tea"],
    [
      "the description of its group",
      `<media:group>${description}${content("")}</media:group>`,
      "A cup of tea",
    ],
    ["the description of the entry's media", `${content("")}${description}`, "A cup of tea"],
    ["the title of the entry", content("", "<media:description> </media:description>"), "A & title"],
  ])("the image is described by %s", (_, inner, alt) => {
    expect(rssImage(inner)).toEqual({ url, alt });
  });

  it.each([
    [
      '<img class=x src="/b.jpg" alt="Another"> <IMG alt=\'Two &lt;cups&gt; &amp; "tea"\'\n src="URL">',
      'Two <cups> & "tea"',
    ],
    ['<img src="URL" alt="">', "A & title"],
    ['<img src="/b.jpg" alt="Another">', "A & title"],
    ['<img src="URL" alt="cut off', "A & title"],
    ['<imgage src="URL" alt="No element"/>', "A & title"],
  ])("an image without a description is described by the HTML that shows it: %s", (html, alt) => {
    const shown = html.replace("URL", inXml);
    expect(rssImage(`${content("")}<content:encoded><![CDATA[<p>${shown}</p>]]></content:encoded>`)).toEqual({
      url,
      alt,
    });
    expect(jsonImage({ image: url, content_html: shown })).toEqual({ url, alt });
  });

  it("any item's image is one that a client could give to a post", () => {
    const text = fc.oneof(
      fc.string({ unit: "grapheme", maxLength: 400 }),
      fc.constantFrom(
        "\u202eevil",
        "\0",
        "e\u0301".repeat(600),
        "👩‍👩‍👧‍👦".repeat(300),
        `Z${"\u0351".repeat(2_000)}`,
      ),
    );
    fc.assert(
      fc.property(text, text, text, (alt, path, heading) => {
        const image = jsonImage({
          title: `T${heading}`,
          attachments: [{ url: `https://images.example/${path}`, mime_type: "image/png", title: alt }],
        });
        if (image === null || image === undefined) return;
        const post = { brandId: "brd_1", channel: "feed", text: "Hello", media: [image] };
        expect(newPost.safeParse(post)).toMatchObject({ success: true, data: { media: [image] } });
        expect(image.alt).not.toMatch(/\u202e/);
      }),
    );
  });

  it("hostile HTML of any length is read in the time that its beginning takes", () => {
    imageDescription('<img src="x" alt="y">', url, feedUrl);
    for (const part of ["<img ", '<img src="', "<img src='a' ", "<", '<img src="x" alt="y">']) {
      const html = part.repeat(1_000_000 / part.length);
      const startedMs = performance.now();
      imageDescription(html, url, feedUrl);
      // Some 20 ms. Time that grows with the square of the length would be hours.
      expect(performance.now() - startedMs, part).toBeLessThan(5_000);
    }
  });
});
