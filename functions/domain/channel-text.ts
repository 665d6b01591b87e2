import type { ChannelName } from "./channel.ts";
import { escaped, type Markup } from "./escape-text.ts";
import { pluralize } from "./pluralize.ts";
import type { PostContent } from "./post.ts";
import {
  codePointCount,
  graphemeCount,
  mastodonCharacterCount,
  utf8ByteCount,
  utf16UnitCount,
} from "./text-length.ts";

/** What a channel counts. `weighted` is Mastodon's way: graphemes, but a URL has a fixed length. */
export const textUnits = ["graphemes", "code_points", "utf16_units", "weighted"] as const;
export type TextUnit = (typeof textUnits)[number];

/** How a channel takes the text of a post, and how long it may be. */
export interface TextRules {
  unit: TextUnit;
  /** How many units the published text may have. */
  limit: number;
  /** The limit of a post with images, where it is another one. */
  limitWithImages?: number;
  /** How many bytes the published text may have in UTF-8, where the channel limits them too. */
  bytesMax?: number;
  /** How long a URL counts, if the unit is `weighted`. @default 23 */
  charactersPerUrl?: number;
  /** Where the hashtags are published: at the end of the text, or in a field of their own. */
  hashtags: "text" | "field";
  /**
   * Where the link is published: in the text, in a field of its own, or in a card below the text. A post with images has
   * no card, so its link is in the text.
   */
  link: "text" | "field" | "card";
  /** The markup that the channel would read in a text. Its characters are escaped, and count with their escapes. */
  markup?: Markup;
}

/**
 * The rules of each channel. An instance of Mastodon may have other limits: its own rules replace these.
 *
 * Sources: https://docs.bsky.app/docs/advanced-guides/posts, https://docs.joinmastodon.org/methods/instance/#v2,
 * https://core.telegram.org/bots/api#sendmessage and #sendphoto, https://discord.com/developers/docs/resources/webhook,
 * https://learn.microsoft.com/linkedin/marketing/community-management/shares/posts-api. Discord and LinkedIn count
 * "characters" and do not say which. UTF-16 units are the strictest reading. LinkedIn does not say either whether the
 * backslashes of escaped characters count, so they do here. A blog and a webhook take what the API takes.
 */
export const textRules = {
  feed: { unit: "graphemes", limit: 500, hashtags: "field", link: "field" },
  bluesky: { unit: "graphemes", limit: 300, bytesMax: 3_000, hashtags: "text", link: "card" },
  mastodon: { unit: "weighted", limit: 500, hashtags: "text", link: "text" },
  ghost: { unit: "code_points", limit: 10_000, hashtags: "field", link: "field" },
  webhook: { unit: "code_points", limit: 10_000, hashtags: "field", link: "field" },
  telegram: {
    unit: "utf16_units",
    limit: 4_096,
    limitWithImages: 1_024,
    hashtags: "text",
    link: "text",
    markup: "telegram",
  },
  discord: { unit: "utf16_units", limit: 2_000, hashtags: "text", link: "text", markup: "discord" },
  linkedin: { unit: "utf16_units", limit: 3_000, hashtags: "text", link: "card", markup: "linkedin" },
} as const satisfies Record<ChannelName, TextRules> & Record<string, TextRules>;

/** Every channel that has rules, also those that posts cannot go to yet. */
export type TextChannel = keyof typeof textRules;

const textRulesOf = (channel: TextChannel): TextRules => textRules[channel];

/** A text as its channel publishes it. It fits if its length is at most the limit. */
export interface ComposedText {
  text: string;
  /** As the channel counts. */
  length: number;
  limit: number;
  /** What the length counts: `bytes` only if the text has too many of them and its other length is within its limit. */
  unit: TextUnit | "bytes";
}

/**
 * Returns the text of a post as its channel publishes it: the text, the link, and the hashtags on the last line, where
 * Mastodon shows them apart. A channel that takes link or hashtags as fields gets them apart from this text.
 * @param rules those of the channel's instance, if they are not the usual ones
 */
export function composed(
  content: PostContent,
  channel: TextChannel,
  rules: TextRules = textRules[channel],
): ComposedText {
  const hasImages = content.media.length > 0;
  const written = [content.text, linkIn(content, rules, hasImages), hashtagsIn(content, rules)]
    .filter((part) => part !== "")
    .join("\n\n");
  const text = escaped(written, rules.markup);
  const limit = hasImages ? (rules.limitWithImages ?? rules.limit) : rules.limit;
  const length = lengthOf(text, rules);
  if (length <= limit && rules.bytesMax !== undefined) {
    const bytes = utf8ByteCount(text);
    if (bytes > rules.bytesMax) return { text, length: bytes, limit: rules.bytesMax, unit: "bytes" };
  }
  return { text, length, limit, unit: rules.unit };
}

/**
 * Says why a post is too long for its channel, as an error message without capital and full stop; null if the post fits.
 * @param rules those of the channel's instance, if they are not the usual ones
 */
export function lengthProblem(content: PostContent, channel: TextChannel, rules?: TextRules): string | null {
  const { text, length, limit, unit } = composed(content, channel, rules);
  if (length <= limit) return null;
  const isAlone = text === escaped(content.text, rules?.markup ?? textRulesOf(channel).markup);
  const what = isAlone ? "the text" : "the text with link and hashtags";
  return `${what} has ${pluralize(length, nouns[unit])}, but the channel ${channel} takes at most ${limit}`;
}

const nouns: Record<ComposedText["unit"], string> = {
  graphemes: "character",
  code_points: "character",
  utf16_units: "UTF-16 unit",
  weighted: "character",
  bytes: "byte",
};

function linkIn({ text, link }: PostContent, rules: TextRules, hasImages: boolean): string {
  const isInText = rules.link === "text" || (rules.link === "card" && hasImages);
  // A link that the author has put into the text is there already.
  return isInText && link !== null && !text.split(/\s+/).includes(link) ? link : "";
}

function hashtagsIn({ hashtags }: PostContent, rules: TextRules): string {
  return rules.hashtags === "text" ? hashtags.map((tag) => `#${tag}`).join(" ") : "";
}

function lengthOf(text: string, { unit, charactersPerUrl = 23 }: TextRules): number {
  switch (unit) {
    case "graphemes":
      return graphemeCount(text);
    case "code_points":
      return codePointCount(text);
    case "utf16_units":
      return utf16UnitCount(text);
    case "weighted":
      return mastodonCharacterCount(text, charactersPerUrl);
  }
}
