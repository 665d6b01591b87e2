import { graphemesOf } from "../domain/text-length.ts";

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
    if (count === maxGraphemes) return cutAt(text, end);
    count += 1;
  }
  return text;
}

/**
 * Returns the text if it fits; else its beginning up to the end of a word, with an ellipsis. Never cuts inside a grapheme.
 * @param fits whether a text is short enough, however its length is counted
 * @returns null if not even the ellipsis fits
 */
export function truncateToFit(text: string, fits: (text: string) => boolean): string | null {
  if (fits(text)) return text;
  if (!fits("…")) return null;
  const boundaries = [...graphemesOf(text)].map(({ index }) => index);
  // The text fits when it is cut at the boundary `low`. Whether it fits at a later one is found by halving.
  let low = 0;
  let high = boundaries.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (fits(`${text.slice(0, boundaries[middle])}…`)) low = middle;
    else high = middle;
  }
  const end = boundaries[low] ?? 0;
  const whole = cutAt(text, end);
  // A part of a URL can count more than the whole URL.
  return fits(whole) ? whole : `${text.slice(0, end)}…`;
}

function cutAt(text: string, end: number): string {
  return `${wholeWords(text.slice(0, end), text.slice(end))}…`;
}

/** Drops a word that was cut, unless little else would remain (a long word, a script without spaces). */
function wholeWords(kept: string, rest: string): string {
  const isCut = /[\p{L}\p{M}\p{N}]$/u.test(kept) && /^[\p{L}\p{M}\p{N}]/u.test(rest);
  const wordStart = kept.search(/[^\s]+$/u);
  const whole = isCut && wordStart > kept.length / 2 ? kept.slice(0, wordStart) : kept;
  return whole.replace(/[\s,;:.…–—-]+$/u, "");
}
