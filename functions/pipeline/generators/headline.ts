import { fold, unspaced, wordsOf } from "../words.ts";

const cutEnd = /\s*(?:…|\.\.\.|\[\.\.\.\]|\[…\])$/u;

/**
 * How a sentence of a summary stands to the title.
 * - repeats: it says nothing that the title does not say
 * - continues: it begins with the title and says more, or the title is its beginning, cut off
 * - adds: it says something else
 */
export function relationToTitle(sentence: string, title: string): "repeats" | "continues" | "adds" {
  const said = wordsOf(title).map(fold);
  const words = wordsOf(sentence).map(fold);
  const known = new Set(said);
  if (words.every((word) => known.has(word))) return "repeats";
  const [shorter, longer] = [said.join(" "), words.join(" ")];
  if (shorter === "" || !longer.startsWith(shorter)) return "adds";
  const endsWithWord = longer.charAt(shorter.length) === " ";
  return endsWithWord || isCut(title) || unspaced.test(shorter.slice(-1)) ? "continues" : "adds";
}

/** Whether a title ends in the middle of a sentence, as its source shows by an ellipsis. */
export function isCut(title: string): boolean {
  return cutEnd.test(title);
}

/** Whether a text begins with a title, or with the part of it before its ellipsis. Ignores case and punctuation. */
export function beginsWithTitle(text: string, title: string): boolean {
  const beginning = wordsOf(title.replace(cutEnd, "")).map(fold).join(" ");
  return beginning !== "" && wordsOf(text).map(fold).join(" ").startsWith(beginning);
}

const closers = `["'”’“»›)\\]」』】）]*`;
const ended = new RegExp(`[.!?…。！？｡।॥۔؟։።။។:：]${closers}$`, "u");

const endsWithEmoji = /[\p{Extended_Pictographic}\p{Regional_Indicator}\p{Emoji_Modifier}\ufe0f]$/u;

/** The text with the mark at its end that its script uses, unless it has one. */
export function asSentence(text: string): string {
  const trimmed = text.replace(/[\s,;|–—-]+$/u, "");
  return ended.test(trimmed) || endsWithEmoji.test(trimmed) ? trimmed : `${trimmed}${endMarkOf(trimmed)}`;
}

function endMarkOf(text: string): string {
  const lastLetter = text.match(/\p{L}(?!.*\p{L})/su)?.[0] ?? "";
  if (/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u.test(lastLetter)) return "。";
  if (/[\p{sc=Devanagari}\p{sc=Bengali}\p{sc=Gurmukhi}]/u.test(lastLetter)) return "।";
  if (/[\p{sc=Thai}\p{sc=Lao}]/u.test(lastLetter)) return "";
  return ".";
}

/** Two sentences, one after the other: scripts with full-width marks have no space between them. */
export function joined(first: string, second: string): string {
  const isWide =
    /[。！？」』）]$/u.test(first) && /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}「『]/u.test(second);
  return isWide ? `${first}${second}` : `${first} ${second}`;
}
