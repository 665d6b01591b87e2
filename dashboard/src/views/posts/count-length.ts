import { type ChannelRules, rulesOf } from "./channel-rules.ts";
import { escaped } from "./escape-text.ts";
import { graphemesOf } from "./graphemes.ts";
import { hashtagLine, type PostContent } from "./post-values.ts";

/** How long a text is, as its channel counts, and how long it may be. */
export interface TextLength {
  length: number;
  limit: number;
  /** What is counted. It is `bytes` only if the text has too many bytes and few enough of the channel's other unit. */
  noun: "characters" | "UTF-16 units" | "bytes";
}

/**
 * Returns the text as the channel publishes it, without escapes: the text, then the link and the hashtags if they are
 * published in the text.
 */
export function publishedText(content: PostContent, channel: string): string {
  const rules = rulesOf(channel);
  return [content.text, linkInText(content, rules), hashtagsInText(content, rules)]
    .filter((part) => part !== "")
    .join("\n\n");
}

/**
 * Counts a text as the service does before it accepts it (`functions/domain/channel-text.ts`).
 * @param textMax the limit of the brand's account, if it is not the channel's
 */
export function countLength(content: PostContent, channel: string, textMax?: number): TextLength {
  const rules = rulesOf(channel);
  const text = escaped(publishedText(content, channel), rules.markup);
  const own = textMax ?? rules.textMax;
  const limit = content.media.length > 0 ? (rules.textMaxWithPictures ?? own) : own;
  const length = lengthOf(text, rules);
  if (length <= limit && rules.bytesMax !== undefined) {
    const bytes = new TextEncoder().encode(text).length;
    if (bytes > rules.bytesMax) return { length: bytes, limit: rules.bytesMax, noun: "bytes" };
  }
  return { length, limit, noun: rules.unit === "utf16_units" ? "UTF-16 units" : "characters" };
}

function linkInText({ text, link, media }: PostContent, rules: ChannelRules): string {
  const isInText = rules.link === "text" || (rules.link === "card" && media.length > 0);
  // The author may already have put the link into the text.
  return isInText && link !== null && !text.split(/\s+/).includes(link) ? link : "";
}

function hashtagsInText({ hashtags }: PostContent, rules: ChannelRules): string {
  return rules.hashtags === "text" ? hashtagLine(hashtags) : "";
}

function lengthOf(text: string, { unit }: ChannelRules): number {
  switch (unit) {
    case "graphemes":
      return graphemeCount(text);
    case "code_points":
      return Array.from(text).length;
    case "utf16_units":
      return text.length;
    case "weighted":
      return mastodonCount(text);
  }
}

/** Printable ASCII and line feeds: each code unit is a grapheme. */
const oneUnitEach = /^[\n -~]*$/;

function graphemeCount(text: string): number {
  if (oneUnitEach.test(text)) return text.length;
  let count = 0;
  for (const _ of graphemesOf(text)) count += 1;
  return count;
}

/** Mastodon counts a URL as 23 characters, and a mention without its host. */
function mastodonCount(text: string): number {
  return graphemeCount(
    text.replaceAll(urlOrMention, (_match, user: string | undefined) =>
      user === undefined ? "x".repeat(23) : `@${user}`,
    ),
  );
}

const topLevelDomain = String.raw`(?:xn--[a-z\d-]{2,59}|[a-z]{2,63}|(?:(?![a-z])[\p{L}\p{M}]){2,63})(?![a-z\d@])`;
const host = String.raw`(?:[\p{L}\p{M}\p{N}_-]+\.)+${topLevelDomain}(?::\d+)?`;
const inParentheses = String.raw`\([^\s<>()?]+\)`;
const pathEnd = String.raw`(?:[^\s<>()?!*"'「」;:=,.$%[\]~&|@]|${inParentheses})`;
const path = String.raw`/(?:(?:[^\s<>()?]|${inParentheses})*${pathEnd})?`;
const queryEnd = String.raw`\w&=#/\-\u{a0}-\u{10fffd}`;
const query = String.raw`\?[${queryEnd}!?*'();:+$%[\].,~|@^]*[${queryEnd}]`;
const url = String.raw`(?<![a-z\d@＠$#＃])https?://${host}(?:${path})?(?:${query})?`;
const mentionHost = String.raw`[\p{L}\p{M}\p{N}_]+(?:[.-]+[\p{L}\p{M}\p{N}_]+)*`;
const mention = String.raw`(?<![=/\p{L}\p{M}\p{N}_])@([a-z\d_]+(?:[.-]+[a-z\d_]+)*)@${mentionHost}`;
const urlOrMention = new RegExp(`${url}|${mention}`, "giu");
