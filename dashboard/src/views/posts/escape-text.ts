import type { ChannelRules } from "./channel-rules.ts";

const hashtag = String.raw`(?<=^|[\s([{<"'«„“‘¿¡])#(?=[\p{M}\p{N}_]*\p{L})([\p{L}\p{M}\p{N}_]+)`;
const hashtagOrReserved = new RegExp(String.raw`${hashtag}|[\\|{}@[\]()<>#*_~]`, "gu");

/** A character without width: Telegram makes no mention of a name after it. */
const wordJoiner = "\u2060";

/**
 * Escapes a text as the service does before it sends it (`functions/domain/escape-text.ts`): the platform then shows each
 * character as written, and the escapes count in its length.
 */
export function escaped(text: string, markup: ChannelRules["markup"]): string {
  switch (markup) {
    case undefined:
      return text;
    case "telegram":
      return aroundUrls(text, (part) => part.replaceAll(/(?<![\p{L}\p{N}_])@(?=\w)/gu, `@${wordJoiner}`));
    case "discord":
      return aroundUrls(text, (part) =>
        part
          .replaceAll(/[\\*_~`|<[]/g, String.raw`\$&`)
          .replaceAll(/^([^\S\r\n\u2028\u2029]*)(?=(?:#{1,3}|-#?|>{1,3})\s)/gm, "$1\\"),
      );
    case "linkedin":
      return text.replaceAll(hashtagOrReserved, (match, tag: string | undefined) => {
        if (tag === undefined) return `\\${match}`;
        return tag.includes("_") ? String.raw`{hashtag|\#|${tag.replaceAll("_", String.raw`\_`)}}` : match;
      });
  }
}

function aroundUrls(text: string, change: (part: string) => string): string {
  // Every second part is a URL.
  return text
    .split(/(https?:\/\/\S+)/)
    .map((part, index) => (index % 2 === 0 ? change(part) : part))
    .join("");
}
