import { decodeHTMLAttribute } from "entities";

/** Far more than the images at the start of an article need, far less than a hostile document can have. */
const htmlCharactersMax = 20_000;

/**
 * The description (`alt`) that an HTML text gives to an image; empty if it shows no such image, or without description.
 * Reads the text in one pass.
 */
export function imageDescription(html: string, imageUrl: string, baseUrl: string): string {
  const start = html.slice(0, htmlCharactersMax);
  for (let open = nextImage(start, 0); open !== -1; open = nextImage(start, open + 1)) {
    const close = start.indexOf(">", open);
    if (close === -1) return "";
    const tag = start.slice(open, close);
    if (URL.parse(attribute(tag, "src").trim(), baseUrl)?.href === imageUrl) return attribute(tag, "alt");
    open = close;
  }
  return "";
}

function nextImage(html: string, from: number): number {
  const image = /<img\s/gi;
  image.lastIndex = from;
  return image.exec(html)?.index ?? -1;
}

function attribute(tag: string, name: string): string {
  const found = new RegExp(String.raw`\s${name}\s*=\s*(?:"([^"]*)"|'([^']*)')`, "i").exec(tag);
  return decodeHTMLAttribute(found?.[1] ?? found?.[2] ?? "");
}
