/** A markup that a platform reads in the text of a post. */
export type Markup = "discord";

const url = /(https?:\/\/\S+)/;

/** Escapes a text, so that its platform shows every character as it was written. URLs stay as they are: they become links. */
export function escaped(text: string, markup: Markup | undefined): string {
  if (markup === undefined) return text;
  // Every second part is a URL.
  return text
    .split(url)
    .map((part, index) => (index % 2 === 0 ? escapes[markup](part) : part))
    .join("");
}

const escapes: Record<Markup, (text: string) => string> = {
  /** Emphasis, code, spoilers, links and mentions anywhere; headings, quotes and lists at the start of a line. */
  discord: (text) =>
    text
      .replaceAll(/[\\*_~`|<[]/g, String.raw`\$&`)
      .replaceAll(/^(\s*)(?=(?:#{1,3}|-#?|>{1,3})\s)/gm, "$1\\"),
};
