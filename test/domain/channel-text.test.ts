import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type ComposedText,
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

/** Counts a list of graphemes and URLs as each unit does, without the code under test. */
const counts: Record<ComposedText["unit"], (parts: readonly TextPart[]) => number> = {
  graphemes: (parts) => sum(parts, ({ text: one, isUrl }) => (isUrl ? Array.from(one).length : 1)),
  code_points: (parts) => sum(parts, ({ text: one }) => Array.from(one).length),
  utf16_units: (parts) => sum(parts, ({ text: one }) => one.split("").length),
  weighted: (parts) => sum(parts, ({ isUrl }) => (isUrl ? 23 : 1)),
  bytes: (parts) => sum(parts, ({ text: one }) => new TextEncoder().encode(one).length),
};

interface TextPart {
  text: string;
  isUrl: boolean;
}

const sum = (parts: readonly TextPart[], sizeOf: (part: TextPart) => number) =>
  parts.reduce((total, part) => total + sizeOf(part), 0);
const characters = (list: readonly string[]): TextPart[] => list.map((one) => ({ text: one, isUrl: false }));
const urlPart = (url: string): TextPart => ({ text: url, isUrl: true });

describe("the length of any post with emoji, marks, scripts of all directions, long words and URLs", () => {
  const words = fc.oneof(
    { weight: 3, arbitrary: graphemeLists(40).map(characters) },
    // No part has a character that LinkedIn reserves: test/domain/escape-text.test.ts has those.
    { weight: 1, arbitrary: urls.filter((url) => !/[#_()]/.test(url)).map((url) => [urlPart(url)]) },
  );
  const anyPost = fc.record({
    words: fc.array(words, { maxLength: 8 }),
    link: fc.option(fc.constantFrom("https://link.example/a", `https://link.example/${"b".repeat(500)}`)),
    hashtags: fc.uniqueArray(fc.constantFrom("coffee", "日本語", "größer", "שלום"), { maxLength: 4 }),
    isPictured: fc.boolean(),
  });

  it.each(channels)("%s counts what it publishes, part by part", (channel) => {
    const { unit, hashtags: tagPlace, link: linkPlace, ...rest }: TextRules = textRules[channel];
    fc.assert(
      fc.property(anyPost, ({ words: given, link: url, hashtags, isPictured }) => {
        const written = given.flatMap((word, index) =>
          index === 0 ? word : [...characters([" "]), ...word],
        );
        const linkIsInText = linkPlace === "text" || (linkPlace === "card" && isPictured);
        const paragraphs = [
          written,
          linkIsInText && url !== null ? [urlPart(url)] : [],
          tagPlace === "text" ? characters(Array.from(hashtags.map((tag) => `#${tag}`).join(" "))) : [],
        ].filter((paragraph) => paragraph.length > 0);
        const parts = paragraphs.flatMap((paragraph, index) =>
          index === 0 ? paragraph : [...characters(["\n", "\n"]), ...paragraph],
        );

        const media = isPictured ? [image] : [];
        const post = { text: written.map((part) => part.text).join(""), link: url, hashtags, media };
        const published = composed(post, channel);
        expect(published.text).toBe(parts.map((part) => part.text).join(""));

        const limit = isPictured ? (rest.limitWithImages ?? rest.limit) : rest.limit;
        const bytes = counts.bytes(parts);
        const hasTooManyBytes = counts[unit](parts) <= limit && bytes > (rest.bytesMax ?? bytes);
        expect(published).toMatchObject(
          hasTooManyBytes
            ? { unit: "bytes", length: bytes, limit: rest.bytesMax }
            : { unit, length: counts[unit](parts), limit },
        );
        const fits = !hasTooManyBytes && counts[unit](parts) <= limit;
        expect(lengthProblem(post, channel) === null).toBe(fits);
      }),
      { numRuns: 200 },
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
