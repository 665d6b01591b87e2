import { decodeHTMLStrict } from "entities";
import { truncate } from "../truncate.ts";
import { stripTags } from "./strip-tags.ts";

/** A text of a feed. */
export interface FeedText {
  value: string;
  /** False: it is plain text by its type. True: it is HTML, or its format does not say which of both. */
  mayBeHtml: boolean;
}

/** A text that is plain by its type. */
export const plain = (value = ""): FeedText => ({ value, mayBeHtml: false });

/** A text that may be HTML. */
export const perhapsHtml = (value = ""): FeedText => ({ value, mayBeHtml: true });

/** Characters that would break a line, hide text or reverse it: controls, zero-width and bidirectional marks. */
const unwanted = /[\p{Cc}\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff]/gu;
/** The same without the line feed. */
const unwantedInLines = /[^\P{Cc}\n]|[\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff]/gu;

/** The readable text of a title, on one line, cut to so many characters. */
export function plainTitle(text: FeedText, maxCharacters: number): string {
  return bounded(readable(text, maxCharacters, true).join(" "), maxCharacters);
}

/** The readable text of a summary, with a line feed between two paragraphs, cut to so many characters. */
export function plainParagraphs(text: FeedText, maxCharacters: number): string {
  return bounded(readable(text, maxCharacters, false).join("\n"), maxCharacters);
}

function readable({ value, mayBeHtml }: FeedText, maxCharacters: number, isTitle: boolean): string[] {
  // Far more than is used, far less than a hostile document can have: the rest need not process megabytes.
  const start = value.slice(0, maxCharacters * 20 + 10_000).replaceAll(unwantedInLines, " ");
  const stripped = mayBeHtml ? stripTags(start, isTitle) : null;
  return (stripped ?? start.split(/\n\s*\n/))
    .map((paragraph) => (mayBeHtml ? decodeHTMLStrict(paragraph) : paragraph))
    .map((paragraph) => paragraph.replaceAll(unwanted, " ").replaceAll(/\s+/g, " ").trim())
    .filter((paragraph) => paragraph !== "");
}

function bounded(text: string, maxCharacters: number): string {
  // A single character can carry any number of accents.
  return truncate(text.slice(0, maxCharacters * 4).toWellFormed(), maxCharacters);
}
