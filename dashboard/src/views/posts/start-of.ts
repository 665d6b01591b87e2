const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });

/** The beginning of a text: at most so many characters as readers see them. */
export function startOf(text: string, max: number): string {
  if (text.length <= max) return text;
  // A grapheme of more than four UTF-16 units is rare: this cut keeps the work small for long articles.
  const graphemes = [...segmenter.segment(text.slice(0, max * 4))];
  if (graphemes.length <= max && text.length <= max * 4) return text;
  return `${graphemes
    .slice(0, max)
    .map(({ segment }) => segment)
    .join("")} …`;
}
