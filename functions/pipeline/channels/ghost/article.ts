import type { Post, PostContent } from "../../../domain/post.ts";
import { codePointCount } from "../../../domain/text-length.ts";
import { escapeXml } from "../../escape-xml.ts";
import { wholeSentences } from "../../sentences.ts";
import { truncateToFit } from "../../truncate.ts";

/** An image that the blog stores. */
export interface StoredImage {
  url: string;
  alt: string;
}

/** A post as Ghost takes it. */
interface Article {
  title: string;
  html: string;
  tags: { name: string }[];
  feature_image: string | null;
  feature_image_alt: string | null;
}

/** The post is found by its slug. Ghost changes slugs that have other characters than small letters, digits and hyphens. */
export function slugOf({ id }: Post): string {
  return id.toLowerCase().replaceAll("_", "-");
}

/** Ghost rejects longer titles and descriptions. It counts Unicode code points. */
const titleCharactersMax = 255;
const featureAltCharactersMax = 191;

/**
 * Writes a post as an article. Its first image is the one of the head and of previews, unless its description is too long
 * for that place. All other images follow the text.
 */
export function articleOf({ text, link, hashtags }: PostContent, images: readonly StoredImage[]): Article {
  const [first] = images;
  const feature = first !== undefined && codePointCount(first.alt) <= featureAltCharactersMax ? first : null;
  const parts = [
    ...paragraphs(text),
    ...images.filter((image) => image !== feature).map(figure),
    ...(link === null || text.split(/\s+/).includes(link) ? [] : [`<p>${anchor(link)}</p>`]),
  ];
  return {
    title: titleOf(text),
    html: parts.join(""),
    tags: hashtags.map((name) => ({ name })),
    feature_image: feature?.url ?? null,
    feature_image_alt: feature?.alt ?? null,
  };
}

/** The first sentence of a text, or its first line if the line does not begin with a whole sentence. The text keeps it. */
function titleOf(text: string): string {
  const line = text.trim().split("\n", 1)[0] ?? "";
  const [sentence = line] = wholeSentences(line);
  const title = line.startsWith(sentence) ? sentence : line;
  return truncateToFit(title, (cut) => codePointCount(cut) <= titleCharactersMax) ?? title;
}

/** An empty line separates paragraphs. */
function paragraphs(text: string): string[] {
  return text
    .trim()
    .split(/\n\s*\n/)
    .map((paragraph) => `<p>${paragraph.split("\n").map(linked).join("<br>")}</p>`);
}

/** A URL up to punctuation that belongs to the sentence around it. */
const url = /(https?:\/\/[^\s<>"]*[^\s<>"'.,;:!?…)\]}])/;

/** Escapes a line. Its URLs become links. */
function linked(line: string): string {
  // Every second part is a URL.
  return line
    .split(url)
    .map((part, index) => (index % 2 === 0 ? escapeXml(part) : anchor(part)))
    .join("");
}

function anchor(address: string): string {
  return `<a href="${escapeXml(address)}">${escapeXml(address)}</a>`;
}

function figure({ url: address, alt }: StoredImage): string {
  return `<figure><img src="${escapeXml(address)}" alt="${escapeXml(alt)}"></figure>`;
}
