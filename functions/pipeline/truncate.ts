let segmenter: Intl.Segmenter | undefined;

/** Created on first use: it would slow down a cold start. */
function graphemesOf(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter("en", { granularity: "grapheme" });
  return segmenter.segment(text);
}

/** The length of a text as readers see it: an emoji, or a letter with its accents, counts as one. */
export function graphemeCount(text: string): number {
  return [...graphemesOf(text)].length;
}

/** Returns the text if it has at most so many graphemes; else its beginning up to the end of a word, with an ellipsis. */
export function truncate(text: string, maxGraphemes: number): string {
  // A grapheme is at least one code unit.
  if (text.length <= maxGraphemes) return text;
  if (maxGraphemes < 1) return "";
  let end = 0;
  let count = 0;
  for (const { index } of graphemesOf(text)) {
    // Keep one grapheme for the ellipsis.
    if (count === maxGraphemes - 1) end = index;
    if (count === maxGraphemes) return `${wholeWords(text.slice(0, end), text.slice(end))}…`;
    count += 1;
  }
  return text;
}

/** Drops a word that was cut, unless little else would remain (a long word, a script without spaces). */
function wholeWords(kept: string, rest: string): string {
  const isCut = /[\p{L}\p{M}\p{N}]$/u.test(kept) && /^[\p{L}\p{M}\p{N}]/u.test(rest);
  const wordStart = kept.search(/[^\s]+$/u);
  const whole = isCut && wordStart > kept.length / 2 ? kept.slice(0, wordStart) : kept;
  return whole.replace(/[\s,;:.…–—-]+$/u, "");
}
