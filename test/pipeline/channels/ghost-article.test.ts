import { describe, expect, it } from "vitest";
import { ghostCredentials } from "../../../functions/contract/schemas/channels/ghost.ts";
import type { Post } from "../../../functions/domain/post.ts";
import { articleOf } from "../../../functions/pipeline/channels/ghost/article.ts";
import { ghostAdminKey } from "../../support/pipeline/platforms/ghost.ts";

const article = (content: Partial<Post["content"]>, images: Parameters<typeof articleOf>[1] = []) =>
  articleOf({ text: "Text", link: null, hashtags: [], media: [], ...content }, images);

describe("the article of a post", () => {
  it.each([
    ["Cold brew comes to trains. It starts in May.", "Cold brew comes to trains."],
    ["\n Cold brew comes to trains\n\nIt starts in May.", "Cold brew comes to trains"],
    ["See https://example.com/a. It starts in May.", "See https://example.com/a. It starts in May."],
    ["a".repeat(256), `${"a".repeat(254)}…`],
    [`${"word ".repeat(51)}end`, `${"word ".repeat(50)}word…`],
    ["👩‍👩‍👧".repeat(60), `${"👩‍👩‍👧".repeat(50)}…`],
  ])("has the first sentence or line of %j as its title", (text, title) => {
    expect(article({ text }).title).toBe(title);
  });

  it("has links, line breaks and paragraphs, and no markup of the text", () => {
    const text = `One & <script>\ntwo\n\n(see https://example.com/a?b="c&d=e, or http://x.example.)`;
    expect(article({ text, link: 'https://example.com/"x"' }).html).toBe(
      "<p>One &amp; &lt;script&gt;<br>two</p>" +
        '<p>(see <a href="https://example.com/a?b=">https://example.com/a?b=</a>&quot;c&amp;d=e, or ' +
        '<a href="http://x.example">http://x.example</a>.)</p>' +
        '<p><a href="https://example.com/&quot;x&quot;">https://example.com/&quot;x&quot;</a></p>',
    );
  });

  it("does not repeat a link that the author has put into the text", () => {
    const link = "https://example.com/a";
    expect(article({ text: `Read ${link} today`, link }).html).toBe(
      `<p>Read <a href="${link}">${link}</a> today</p>`,
    );
  });

  it("shows all images below the text if the description of the first is too long for the head", () => {
    const images = [191, 192].map((length) => [
      { url: "https://blog.example/1.png", alt: "a".repeat(length) },
      { url: "https://blog.example/2.png", alt: "Two" },
    ]);
    const [short, long] = images.map((some) => article({}, some));
    expect(short).toMatchObject({
      feature_image: "https://blog.example/1.png",
      feature_image_alt: "a".repeat(191),
    });
    expect(short?.html.match(/<figure>/g)).toHaveLength(1);
    expect(long).toMatchObject({ feature_image: null, feature_image_alt: null });
    expect(long?.html.match(/<figure>/g)).toHaveLength(2);
  });
});

const isValid = (body: object) => ghostCredentials.safeParse(body).success;

it("the body that connects a blog has an address, an Admin API key, and settings that may be left out", () => {
  const adminKey = ghostAdminKey;
  expect(isValid({ url: "https://example.com/blog", adminKey })).toBe(true);
  expect(isValid({ url: "https://example.com/", adminKey, status: "draft", newsletter: null })).toBe(true);
  for (const wrong of [
    { url: "http://example.com/" },
    { url: "https://example.com/ghost/" },
    { url: "https://example.com/ghost/#/settings" },
    { adminKey: adminKey.slice(25) },
    { status: "scheduled" },
    { newsletter: "x'+status:archived" },
  ])
    expect(isValid({ url: "https://example.com/", adminKey, ...wrong })).toBe(false);
});
