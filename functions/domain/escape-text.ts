/** A markup that a platform reads in the text of a post. */
export type Markup = "telegram" | "discord" | "linkedin";

/** Escapes a text, so that its platform shows every character as it was written, and mentions nobody. */
export function escaped(text: string, markup: Markup | undefined): string {
  return markup === undefined ? text : escapes[markup](text);
}

const url = /(https?:\/\/\S+)/;

/** Changes what is around the URLs of a text: a URL with another character would lead elsewhere. */
function aroundUrls(text: string, change: (part: string) => string): string {
  // Every second part is a URL.
  return text
    .split(url)
    .map((part, index) => (index % 2 === 0 ? change(part) : part))
    .join("");
}

/** A character without width: a name after it is no mention, and readers see no difference. */
const wordJoiner = "\u2060";

/** A hashtag of LinkedIn: at the start of a word, and with a letter. */
const hashtag = String.raw`(?<=^|[\s([{<"'«„“‘¿¡])#(?=[\p{M}\p{N}_]*\p{L})([\p{L}\p{M}\p{N}_]+)`;
const hashtagOrReserved = new RegExp(String.raw`${hashtag}|[\\|{}@[\]()<>#*_~]`, "gu");

const escapes: Record<Markup, (text: string) => string> = {
  /** Telegram reads no markup unless it is asked to, but makes a mention of each name. Nothing can escape the "@". */
  telegram: (text) =>
    aroundUrls(text, (part) => part.replaceAll(/(?<![\p{L}\p{N}_])@(?=\w)/gu, `@${wordJoiner}`)),

  /** Emphasis, code, spoilers, links and mentions anywhere; headings, quotes and lists at the start of a line. */
  discord: (text) =>
    aroundUrls(text, (part) =>
      part
        .replaceAll(/[\\*_~`|<[]/g, String.raw`\$&`)
        .replaceAll(/^([^\S\r\n\u2028\u2029]*)(?=(?:#{1,3}|-#?|>{1,3})\s)/gm, "$1\\"),
    ),

  /**
   * LinkedIn cuts a text, without an error, before a reserved character that is not escaped, also within a URL. Hashtags
   * stay hashtags. An underscore is reserved and no part of a plain hashtag, but a template takes it with its escape.
   * https://learn.microsoft.com/linkedin/marketing/community-management/shares/little-text-format
   */
  linkedin: (text) =>
    text.replaceAll(hashtagOrReserved, (match, tag: string | undefined) => {
      if (tag === undefined) return `\\${match}`;
      return tag.includes("_") ? String.raw`{hashtag|\#|${tag.replaceAll("_", String.raw`\_`)}}` : match;
    }),
};
