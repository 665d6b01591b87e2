import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { channelRules } from "../../dashboard/src/views/posts/channel-rules.ts";
import { countLength } from "../../dashboard/src/views/posts/count-length.ts";
import { channelNames } from "../../functions/domain/channel.ts";
import { limitsOf } from "../../functions/domain/channel-limits.ts";
import { composed, textRules } from "../../functions/domain/channel-text.ts";
import { graphemeLists, urls } from "../support/pipeline/texts.ts";

const image = { url: "https://tidings.example/a.png", alt: "A cup" };
const text = (value: string) => ({ text: value, link: null, hashtags: [], media: [] });

const markup = fc.constantFrom(
  "*",
  "_",
  "@name",
  "@ann@social.example",
  "# ",
  "> ",
  "\n",
  "#a_b",
  "[x](y)",
  "\\",
  "~",
  "|",
);
const texts = fc
  .array(
    fc.oneof(
      graphemeLists(20).map((graphemes) => graphemes.join("")),
      urls,
      markup,
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(" "));
const contents = fc.record({
  text: texts,
  link: fc.option(urls),
  hashtags: fc.array(fc.constantFrom("coffee", "Zürich", "a_b", "日本"), { maxLength: 3 }),
  media: fc.boolean().map((isPictured) => (isPictured ? [image] : [])),
});

describe("the count in the dashboard", () => {
  it("equals the service's count and limit on every channel", () => {
    fc.assert(
      fc.property(contents, fc.constantFrom(...channelNames), (content, channel) => {
        const { length, limit } = composed(content, channel);
        expect(countLength(content, channel)).toMatchObject({ length, limit });
      }),
    );
  });

  it("follows the service's rules for every channel", () => {
    for (const channel of channelNames) {
      const { textMax, textMaxWithPictures, ...rules } = channelRules[channel];
      const { limit, ...others } = textRules[channel];
      expect(textMax).toBe(limit);
      expect({
        ...rules,
        ...(textMaxWithPictures !== undefined && { limitWithImages: textMaxWithPictures }),
      }).toEqual(others);
      expect(rules.unit).toBe(limitsOf(channel).unit);
    }
  });

  it("counts a family emoji as one character on Bluesky and as eleven UTF-16 units on Telegram", () => {
    expect(countLength(text("👩‍👩‍👧‍👦"), "bluesky")).toEqual({ length: 1, limit: 300, noun: "characters" });
    expect(countLength(text("👩‍👩‍👧‍👦"), "telegram")).toEqual({
      length: 11,
      limit: 4_096,
      noun: "UTF-16 units",
    });
  });

  it("counts the bytes of a text that has too many of them for Bluesky", () => {
    expect(countLength(text("👩‍👩‍👧‍👦".repeat(200)), "bluesky")).toEqual({
      length: 5_000,
      limit: 3_000,
      noun: "bytes",
    });
  });

  it("counts a URL as 23 characters on Mastodon", () => {
    expect(countLength(text(`See https://tidings.example/${"a".repeat(80)}`), "mastodon").length).toBe(27);
  });

  it("uses the limit of the brand's account", () => {
    expect(countLength(text("a"), "mastodon", 5_000).limit).toBe(5_000);
  });
});
