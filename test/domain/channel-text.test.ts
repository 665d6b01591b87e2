import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  composed,
  lengthProblem,
  type TextChannel,
  type TextRules,
  textRules,
} from "../../functions/domain/channel-text.ts";
import type { PostContent } from "../../functions/domain/post.ts";
import { graphemeLists, urls } from "../support/pipeline/texts.ts";

const channels = Object.keys(textRules).filter((name): name is TextChannel => name in textRules);

const content: PostContent = {
  text: "Cold brew comes to trains.",
  link: "https://tidings.example/a",
  hashtags: ["coffee", "Zürich"],
  media: [],
};
const bare = (one: string): PostContent => ({ text: one, link: null, hashtags: [], media: [] });
const image = { url: "https://tidings.example/a.png", alt: "A cup" };

const { text, link } = content;
const tags = "#coffee #Zürich";

describe("the text as each channel publishes it", () => {
  const withImage = { ...content, media: [image] };
  it.each([
    ["feed", text, text],
    ["bluesky", `${text}\n\n${tags}`, `${text}\n\n${link}\n\n${tags}`],
    ["mastodon", `${text}\n\n${link}\n\n${tags}`, `${text}\n\n${link}\n\n${tags}`],
    ["ghost", text, text],
    ["webhook", text, text],
    ["telegram", `${text}\n\n${link}\n\n${tags}`, `${text}\n\n${link}\n\n${tags}`],
    ["discord", `${text}\n\n${link}\n\n${tags}`, `${text}\n\n${link}\n\n${tags}`],
    ["linkedin", `${text}\n\n${tags}`, `${text}\n\n${link}\n\n${tags}`],
  ] as const)("%s puts link and hashtags where its readers expect them", (channel, plain, pictured) => {
    expect(composed(content, channel).text).toBe(plain);
    expect(composed(withImage, channel).text).toBe(pictured);
  });

  it("a text without link and hashtags is published as written, on every channel", () => {
    for (const channel of channels)
      expect(composed({ ...content, link: null, hashtags: [] }, channel).text).toBe(text);
  });

  it("a link that the author has put into the text is not added again", () => {
    const written = { ...content, text: `Read ${link} today`, hashtags: [] };
    expect(composed(written, "mastodon").text).toBe(written.text);
    // This is another link.
    const longer = { ...written, text: `Read ${link}/b today` };
    expect(composed(longer, "mastodon").text).toBe(`${longer.text}\n\n${link}`);
  });
});

describe("the limit of each channel", () => {
  const family = "👩‍👩‍👧‍👦";

  it.each([
    ["feed", "é", 500],
    ["feed", family, 500],
    ["bluesky", "é", 300],
    ["mastodon", family, 500],
    ["ghost", "😀", 10_000],
    ["webhook", "😀", 10_000],
    ["telegram", "é", 4_096],
    ["telegram", "😀", 2_048],
    ["discord", "😀", 1_000],
    ["linkedin", "中", 3_000],
  ] as const)("%s takes %s exactly %i times", (channel, one, times) => {
    expect(lengthProblem(bare(one.repeat(times)), channel)).toBeNull();
    expect(lengthProblem(bare(one.repeat(times + 1)), channel)).toContain(
      `the channel ${channel} takes at most`,
    );
  });

  it("Bluesky also limits the bytes, and shows them only when they are the problem", () => {
    expect(composed(bare(family.repeat(120)), "bluesky")).toMatchObject({ length: 120, limit: 300 });
    expect(composed(bare(family.repeat(121)), "bluesky")).toMatchObject({ length: 3_025, limit: 3_000 });
    expect(lengthProblem(bare(family.repeat(121)), "bluesky")).toBe(
      "the text has 3025 bytes, but the channel bluesky takes at most 3000",
    );
    expect(composed(bare(family.repeat(301)), "bluesky")).toMatchObject({ length: 301, limit: 300 });
  });

  it("Telegram takes less text with an image", () => {
    const pictured = { ...bare("a".repeat(1_025)), media: [image] };
    expect(composed(pictured, "telegram")).toMatchObject({ length: 1_025, limit: 1_024 });
    expect(lengthProblem(pictured, "telegram")).toBe(
      "the text has 1025 UTF-16 units, but the channel telegram takes at most 1024",
    );
  });

  it("an instance of Mastodon can have its own limit and its own length of a URL", () => {
    const rules: TextRules = { ...textRules.mastodon, limit: 5_000, charactersPerUrl: 30 };
    const own = { ...bare("a".repeat(4_968)), link };
    expect(composed(own, "mastodon", rules)).toMatchObject({ length: 5_000, limit: 5_000 });
    expect(lengthProblem(own, "mastodon", rules)).toBeNull();
    expect(lengthProblem(own, "mastodon")).toBe(
      "the text with link and hashtags has 4993 characters, but the channel mastodon takes at most 500",
    );
  });
});

it("any post is published whole, and has a problem exactly if its text is longer than the limit it shows", () => {
  const anyContent = fc.record({
    text: graphemeLists(300).map((list) => list.join("")),
    link: fc.option(urls),
    hashtags: fc.array(fc.constantFrom("coffee", "日本語", "größer"), { maxLength: 5 }),
    media: fc.boolean().map((hasImage) => (hasImage ? [image] : [])),
  });
  fc.assert(
    fc.property(fc.constantFrom(...channels), anyContent, (channel, any) => {
      const published = composed(any, channel);
      expect(published.text.startsWith(any.text)).toBe(true);
      expect(lengthProblem(any, channel) === null).toBe(published.length <= published.limit);
      if (published.length <= published.limit && channel === "bluesky")
        expect(new TextEncoder().encode(published.text).length).toBeLessThanOrEqual(3_000);
    }),
    { numRuns: 300 },
  );
});
