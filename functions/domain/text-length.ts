let segmenter: Intl.Segmenter | undefined;

/**
 * Line feeds, Latin, Greek and Cyrillic letters, kana, common ideographs, and punctuation: each code unit is a grapheme. The
 * ranges have no combining mark, no joiner and no carriage return, which are part of the grapheme before them or after them.
 */
const oneUnitEach =
  /^[\n -~\u{a0}-\u{2ff}\u{370}-\u{482}\u{48a}-\u{52f}\u{2010}-\u{2027}\u{2030}-\u{205e}\u{20a0}-\u{20bf}\u{3041}-\u{3096}\u{30a1}-\u{30fa}\u{4e00}-\u{9fff}]*$/u;

/** The graphemes of a text. The segmenter is created on first use: it would slow down a cold start. */
export function graphemesOf(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter("en", { granularity: "grapheme" });
  return segmenter.segment(text);
}

/** The length of a text as readers see it: an emoji, or a letter with its accents, counts as one. */
export function graphemeCount(text: string): number {
  if (oneUnitEach.test(text)) return text.length;
  let count = 0;
  for (const _ of graphemesOf(text)) count += 1;
  return count;
}

/** The number of Unicode characters in a text: a family emoji of four persons counts as seven. */
export function codePointCount(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** The number of UTF-16 code units in a text: an emoji counts as two or more. */
export function utf16UnitCount(text: string): number {
  return text.length;
}

/** The number of bytes of a text in UTF-8. */
export function utf8ByteCount(text: string): number {
  return Buffer.byteLength(text, "utf8");
}

let urlOrMention: RegExp | undefined;

/**
 * The length of a text as Mastodon counts it: in graphemes, each URL as a fixed number of them, and a mention
 * `@user@host` without its host. https://docs.joinmastodon.org/user/posting/#text
 */
export function mastodonCharacterCount(text: string, charactersPerUrl: number): number {
  urlOrMention ??= new RegExp(`${urlPattern()}|${remoteMentionPattern()}`, "giu");
  return graphemeCount(
    text.replaceAll(urlOrMention, (_match, user: string | undefined) =>
      user === undefined ? "x".repeat(charactersPerUrl) : `@${user}`,
    ),
  );
}

/**
 * What Mastodon takes for a URL: it has a scheme and a host with a top-level domain, and does not end with punctuation.
 * Mastodon also checks that the top-level domain exists.
 */
function urlPattern(): string {
  const topLevelDomain = String.raw`(?:xn--[a-z\d-]{2,59}|[a-z]{2,63}|(?:(?![a-z])[\p{L}\p{M}]){2,63})(?![a-z\d@])`;
  const host = String.raw`(?:[\p{L}\p{M}\p{N}_-]+\.)+${topLevelDomain}(?::\d+)?`;
  const inParentheses = String.raw`\([^\s<>()?]+\)`;
  const pathEnd = String.raw`(?:[^\s<>()?!*"'「」;:=,.$%[\]~&|@]|${inParentheses})`;
  const path = String.raw`/(?:(?:[^\s<>()?]|${inParentheses})*${pathEnd})?`;
  const queryEnd = String.raw`\w&=#/\-\u{a0}-\u{10fffd}`;
  const query = String.raw`\?[${queryEnd}!?*'();:+$%[\].,~|@^]*[${queryEnd}]`;
  return String.raw`(?<![a-z\d@＠$#＃])https?://${host}(?:${path})?(?:${query})?`;
}

/** A mention of an account on another server. Its group is the local part of the name. */
function remoteMentionPattern(): string {
  const host = String.raw`[\p{L}\p{M}\p{N}_]+(?:[.-]+[\p{L}\p{M}\p{N}_]+)*`;
  return String.raw`(?<![=/\p{L}\p{M}\p{N}_])@([a-z\d_]+(?:[.-]+[a-z\d_]+)*)@${host}`;
}
