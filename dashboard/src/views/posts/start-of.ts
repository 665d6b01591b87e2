import { graphemesOf } from "./graphemes.ts";

/** Returns the start of a text, with at most `max` graphemes. */
export function startOf(text: string, max: number): string {
  if (text.length <= max) return text;
  // A grapheme of more than four UTF-16 units is rare: this cut keeps the work small for long articles.
  const graphemes = [...graphemesOf(text.slice(0, max * 4))];
  if (graphemes.length <= max && text.length <= max * 4) return text;
  return `${graphemes
    .slice(0, max)
    .map(({ segment }) => segment)
    .join("")} …`;
}
