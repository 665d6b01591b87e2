let segmenter: Intl.Segmenter | undefined;

/** Made when first needed: it takes some of a cold start's milliseconds. */
function graphemesOf(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter("en", { granularity: "grapheme" });
  return segmenter.segment(text);
}

/** How long a text looks to a reader: an emoji or a letter with its accents is one. */
export function graphemeCount(text: string): number {
  return [...graphemesOf(text)].length;
}

/** The text if it has at most so many graphemes, else its beginning up to a word's end, with an ellipsis. */
export function truncate(text: string, maxGraphemes: number): string {
  // A grapheme is at least one code unit.
  if (text.length <= maxGraphemes) return text;
  if (maxGraphemes < 1) return "";
  let end = 0;
  let count = 0;
  for (const { index } of graphemesOf(text)) {
    // The last place is the ellipsis's.
    if (count === maxGraphemes - 1) end = index;
    if (count === maxGraphemes) return `${wholeWords(text.slice(0, end), text.slice(end))}…`;
    count += 1;
  }
  return text;
}

/** Drops a word that was cut through, unless little else would remain (a long word, a script without spaces). */
function wholeWords(kept: string, rest: string): string {
  const isCut = /[\p{L}\p{M}\p{N}]$/u.test(kept) && /^[\p{L}\p{M}\p{N}]/u.test(rest);
  const wordStart = kept.search(/[^\s]+$/u);
  const whole = isCut && wordStart > kept.length / 2 ? kept.slice(0, wordStart) : kept;
  return whole.replace(/[\s,;:.…–—-]+$/u, "");
}
