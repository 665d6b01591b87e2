import {
  blockElements,
  hiddenElements,
  htmlElements,
  inlineElements,
  openElements,
  voidElements,
} from "./html-elements.ts";

/** Stands for the border of two paragraphs in the result. */
const paragraphBreak = "\u2029";
const lineBreak = "\u2028";

/**
 * Removes the tags, comments and hidden elements of a text, in one pass. What only looks like a tag stays: an unknown name
 * ("List<String>"), and an element that the text names instead of using it ("Use <script> in HTML").
 * @param isTitle titles have no paragraphs, so even an element that needs no end tag may be named in them
 * @returns the paragraphs, with entities; null when there was nothing to remove
 */
export function stripTags(html: string, isTitle: boolean): string[] | null {
  const tags = tagReader(html, isTitle);
  let text = "";
  let index = 0;
  let isMarkup = false;
  for (let open = html.indexOf("<"); open !== -1; open = html.indexOf("<", index)) {
    const markup = tags(open);
    text += html.slice(index, open);
    text += markup === null ? "<" : markup.space;
    index = markup === null ? open + 1 : markup.end;
    isMarkup ||= markup !== null;
  }
  if (!isMarkup) return null;
  return (text + html.slice(index)).split(/\u2029|\u2028\s*\u2028/u);
}

/** What to remove at an index, and what takes its place. */
interface Markup {
  end: number;
  space: string;
}

interface Tag {
  name: string;
  isEnd: boolean;
  /** Whether it stands alone, like a word: between spaces or punctuation, and without attributes. */
  isWord: boolean;
  end: number;
}

/** Returns a function that reads the markup at a "<"; null when it is text. */
function tagReader(html: string, isTitle: boolean): (open: number) => Markup | null {
  const lower = asciiLowerCase(html);
  const lastClose = html.lastIndexOf(">");
  const lastEndTags = new Map<string, number>();
  const opened = new Set<string>();

  /** Where an element ends for the last time; -1 when it never does. Looks up each name once, so the pass stays linear. */
  const lastEndTag = (name: string) => {
    const known = lastEndTags.get(name) ?? lower.lastIndexOf(`</${name}`);
    lastEndTags.set(name, known);
    return known;
  };
  const isText = ({ name, isEnd, isWord }: Tag, open: number) => {
    if (!htmlElements.has(name)) return !/[-:]/.test(name);
    if (isTitle && isWord && hiddenElements.has(name)) return true;
    if (isEnd ? opened.has(name) : lastEndTag(name) > open) return false;
    if (voidElements.has(name) || openElements.has(name)) return isTitle && isWord;
    return isTitle || isWord;
  };

  return (open) => {
    if (open >= lastClose) return null;
    if (lower.startsWith("<!--", open)) return { end: after(lower, "-->", open + 4), space: " " };
    if (/[!?]/.test(lower.charAt(open + 1))) return { end: after(lower, ">", open), space: " " };
    const tag = tagAt(lower, open);
    if (tag === null || isText(tag, open)) return null;
    opened.add(tag.name);
    if (tag.isEnd || !hiddenElements.has(tag.name)) return { end: tag.end, space: spaceOf(tag.name) };
    const endTag = lower.indexOf(`</${tag.name}`, open);
    return { end: endTag === -1 ? lower.length : after(lower, ">", endTag), space: " " };
  };
}

function tagAt(lower: string, open: number): Tag | null {
  const pattern = /<(\/?)([a-z][a-z0-9:-]{0,30})(?=[\s>/])/y;
  pattern.lastIndex = open;
  const [start = "", slash, name] = pattern.exec(lower) ?? [];
  if (name === undefined) return null;
  const end = after(lower, ">", open);
  const hasAttributes = /[^\s/>]/.test(lower.slice(open + start.length, end));
  const stands =
    /^[\s("'“„«‘]?$/u.test(lower.charAt(open - 1)) && /^[\s.,:;!?)"'”“»’]?$/u.test(lower.charAt(end));
  return { name, isEnd: slash === "/", isWord: stands && !hasAttributes, end };
}

function spaceOf(name: string): string {
  if (name === "br") return lineBreak;
  if (blockElements.has(name)) return paragraphBreak;
  return inlineElements.has(name) ? "" : " ";
}

/** Unlike `toLowerCase`, which turns some characters into two, keeps every index. */
function asciiLowerCase(text: string): string {
  return text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** The index after the mark; the end of the text if the mark is missing. */
function after(text: string, mark: string, from: number): number {
  const index = text.indexOf(mark, from);
  return index === -1 ? text.length : index + mark.length;
}
