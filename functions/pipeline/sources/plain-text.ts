import { decodeHTMLStrict } from "entities";
import { truncate } from "../truncate.ts";

/** Characters that would break a line, hide text or reverse it: controls, zero-width and bidirectional marks. */
const unwanted = /[\p{Cc}\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff]/gu;
const hiddenElements = ["script", "style", "template", "noscript", "iframe", "svg"];

/** The readable text of an HTML fragment or of plain text, on one line, at most so many characters. */
export function plainText(html: string, maxCharacters: number): string {
  // Far more than is kept, far less than a hostile document: what follows need not look at megabytes.
  const start = html.slice(0, maxCharacters * 20 + 10_000);
  const text = decodeHTMLStrict(stripTags(start))
    .replaceAll(unwanted, " ")
    .replaceAll(/\s+/g, " ")
    .trim()
    // A single character can carry any number of accents.
    .slice(0, maxCharacters * 4);
  return truncate(text.toWellFormed(), maxCharacters);
}

/** Replaces tags and comments by spaces, and hidden elements with all they hold, in one pass over the text. */
function stripTags(html: string): string {
  const lower = asciiLowerCase(html);
  const lastClose = html.lastIndexOf(">");
  let text = "";
  let index = 0;
  while (index < html.length) {
    const open = html.indexOf("<", index);
    if (open === -1) break;
    text += html.slice(index, open);
    // A "<" that begins no tag is text: "3 < 4", "a <b".
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

/** Unlike `toLowerCase`, which makes two characters of some, keeps every place where it was. */
function asciiLowerCase(text: string): string {
  return text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** Where the text goes on after the mark; at the end of the text when the mark is missing. */
function after(text: string, mark: string, from: number): number {
  const index = text.indexOf(mark, from);
  return index === -1 ? text.length : index + mark.length;
}

/** Elements inside of which a word may go on: "<b>c</b>offee". */
function isInline(lower: string, open: number): boolean {
  return /^<\/?(a|abbr|b|bdi|code|em|font|i|mark|s|small|span|strong|sub|sup|u)[\s>/]/.test(
    lower.slice(open, open + 10),
  );
}
