import { fold, wordsOf } from "../words.ts";

const hashtagsMax = 5;
const lengthMax = 60;

/** Hashtags, without "#", of names and phrases: "cold brew" is ColdBrew. Valid, different, the first five. */
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
  // What is a hashtag already keeps its owner's spelling.
  const tag = /^[\p{L}\p{M}\p{N}_]+$/u.test(given) && phrase.trim() !== given ? given : camelCase(given);
  // Platforms take no hashtag of digits alone.
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
