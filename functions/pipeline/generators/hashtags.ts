import { fold, wordsOf } from "../words.ts";

const hashtagsMax = 5;
const lengthMax = 60;

/** Makes hashtags, without "#", from names and phrases: "cold brew" becomes ColdBrew. Returns the first five valid, distinct ones. */
export function toHashtags(phrases: readonly string[]): string[] {
  const tags = new Map<string, string>();
  for (const phrase of phrases) {
    const tag = toHashtag(phrase);
    if (tag !== null && !tags.has(fold(tag))) tags.set(fold(tag), tag);
  }
  return [...tags.values()].slice(0, hashtagsMax);
}

function toHashtag(phrase: string): string | null {
  const given = phrase.trim().replace(/^[#＃]+/u, "");
  // A valid hashtag keeps its spelling.
  const tag = /^[\p{L}\p{M}\p{N}_]+$/u.test(given) && phrase.trim() !== given ? given : camelCase(given);
  // Platforms reject hashtags with digits only.
  return tag.length <= lengthMax && /\p{L}/u.test(tag) ? tag : null;
}

function camelCase(phrase: string): string {
  return phrase
    .split("_")
    .map((part) =>
      wordsOf(part)
        .map((word) => word.replaceAll(/[+#]/g, ""))
        .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
        .join(""),
    )
    .join("_");
}
