/** Returns what stands in a text field: the plain text, or another one of at most so many characters. */
export type Texts = (plain: string, charactersMax: number) => string;

export const plainTexts: Texts = (plain) => plain;

/** Markup that would open a dialog if a page took it as its own, which fails the test: see `collectProblems`. */
const markup = `"'><script>alert("script")</script><img src=x onerror="alert('image')"><style>*{display:none}</style>`;

/** Markup, four scripts, emoji, and an override that turns the direction of what follows, if a page lets it. */
const hostileStart = `${markup} \u{1F469}\u{1F3FD}\u200D\u{1F680} 日本語 한국어 العربية \u202Etxt.exe `;

/** Hostile text of exactly so many characters. At least half of them are one word without a place to break it. */
export const hostileTexts: Texts = (_plain, charactersMax) => {
  const start = Array.from(hostileStart)
    .slice(0, Math.floor(charactersMax / 2))
    .join("");
  return start + "W".repeat(charactersMax - start.length);
};
