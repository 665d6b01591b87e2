import { decodeHTMLStrict } from "entities";
import { truncate } from "../truncate.ts";

/** Characters that would break a line, hide text or reverse it: controls, zero-width and bidirectional marks. */
const unwanted = /[\p{Cc}\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff]/gu;
const hiddenElements = ["script", "style", "template", "noscript", "iframe", "svg"];

/** The readable text of an HTML fragment or a plain text, on one line, cut to so many characters. */
export function plainText(html: string, maxCharacters: number): string {
  // Far more than is used, far less than a hostile document can have: the rest need not process megabytes.
  const start = html.slice(0, maxCharacters * 20 + 10_000);
  const text = decodeHTMLStrict(stripTags(start))
    .replaceAll(unwanted, " ")
    .replaceAll(/\s+/g, " ")
    .trim()
    // A single character can carry any number of accents.
    .slice(0, maxCharacters * 4);
  return truncate(text.toWellFormed(), maxCharacters);
}

/** Replaces tags, comments, and hidden elements with their content by spaces, in one pass over the text. */
function stripTags(html: string): string {
  const lower = asciiLowerCase(html);
  const lastClose = html.lastIndexOf(">");
  let text = "";
  let index = 0;
  while (index < html.length) {
    const open = html.indexOf("<", index);
    if (open === -1) break;
    text += html.slice(index, open);
    // A "<" that starts no tag is text: "3 < 4", "a <b".
    const end = open < lastClose ? endOfMarkup(lower, open) : null;
    text += end === null ? "<" : isInline(lower, open) ? "" : " ";
    index = end ?? open + 1;
  }
  return text + html.slice(index);
}

function endOfMarkup(lower: string, open: number): number | null {
  if (lower.startsWith("<!--", open)) return after(lower, "-->", open + 4);
  if (!/[a-z/!?]/.test(lower.charAt(open + 1))) return null;
  const hidden = hiddenElements.find((name) => lower.startsWith(name, open + 1));
  if (hidden === undefined) return after(lower, ">", open);
  const close = lower.indexOf(`</${hidden}`, open);
  return close === -1 ? lower.length : after(lower, ">", close);
}

/** Unlike `toLowerCase`, which turns some characters into two, keeps every index. */
function asciiLowerCase(text: string): string {
  return text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** The index after the mark; the end of the text if the mark is missing. */
function after(text: string, mark: string, from: number): number {
  const index = text.indexOf(mark, from);
  return index === -1 ? text.length : index + mark.length;
}

/** Elements that can be inside a word: "<b>c</b>offee". */
function isInline(lower: string, open: number): boolean {
  return /^<\/?(a|abbr|b|bdi|code|em|font|i|mark|s|small|span|strong|sub|sup|u)[\s>/]/.test(
    lower.slice(open, open + 10),
  );
}
