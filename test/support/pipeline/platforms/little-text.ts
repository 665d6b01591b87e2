/** A text in LinkedIn's format, as readers see it. */
interface ReadText {
  text: string;
  hashtags: string[];
  mentions: string[];
}

/** In this order: an escaped character, a hashtag by a template, a mention, a plain hashtag, and other characters. */
const element = new RegExp(
  [
    String.raw`\\([\\|{}@[\]()<>#*_~])`,
    String.raw`\{hashtag\|\\?#\|((?:[^\\|{}@[\]()<>#*_~]|\\.)+)\}`,
    String.raw`@\[((?:[^\\|{}@[\]()<>#*_~]|\\.)+)\]\(urn:li:\w+:\w+\)`,
    String.raw`#([\p{L}\p{M}\p{N}]+)`,
    String.raw`([^\\|{}@[\]()<>#*_~]+)`,
  ].join("|"),
  "uy",
);

/**
 * Reads a text as LinkedIn does: what follows a reserved character that is not escaped is lost, without an error.
 * https://learn.microsoft.com/linkedin/marketing/community-management/shares/little-text-format
 */
export function readLittleText(commentary: string): ReadText {
  const read: ReadText = { text: "", hashtags: [], mentions: [] };
  element.lastIndex = 0;
  for (let match = element.exec(commentary); match !== null; match = element.exec(commentary)) {
    const [, character, template, mention, word, plain] = match;
    const tag = template?.replaceAll(/\\(.)/g, "$1") ?? word;
    if (tag !== undefined) read.hashtags.push(tag);
    if (mention !== undefined) read.mentions.push(mention);
    read.text += tag === undefined ? (character ?? mention ?? plain ?? "") : `#${tag}`;
  }
  return read;
}
