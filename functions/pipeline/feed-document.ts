import { escapeXml } from "./escape-xml.ts";

/** A public feed, in the form that both formats share. */
interface FeedDocument {
  title: string;
  /** The URL of the document itself. */
  feedUrl: string;
  homePageUrl: string;
  /** Newest first. */
  entries: readonly FeedDocumentEntry[];
}

interface FeedDocumentEntry {
  id: string;
  url: string;
  text: string;
  /** ISO 8601 */
  publishedAt: string;
  /** With or without "#". */
  hashtags: readonly string[];
  media: readonly Picture[];
}

/** An image that a post names by its URL. */
interface Picture {
  url: string;
  alt: string;
}

/**
 * JSON Feed 1.1 (jsonfeed.org/version/1.1). Images are in the HTML, where readers show them with their descriptions. As
 * attachments they would need a type, which nobody knows before they are fetched.
 */
export function jsonFeed({ title, feedUrl, homePageUrl, entries }: FeedDocument): string {
  return JSON.stringify({
    version: "https://jsonfeed.org/version/1.1",
    title,
    home_page_url: homePageUrl,
    feed_url: feedUrl,
    items: entries.map(({ id, url, text, publishedAt, hashtags, media }) => ({
      id,
      url,
      content_text: text,
      ...(media.length > 0 && { content_html: html(text, media), image: media[0]?.url }),
      date_published: publishedAt,
      ...(hashtags.length > 0 && { tags: hashtags.map(bare) }),
    })),
  });
}

/** RSS 2.0 with the self link of the RSS Advisory Board's profile, and images as Media RSS too. Posts have no titles. */
export function rss({ title, feedUrl, homePageUrl, entries }: FeedDocument): string {
  const newest = entries[0]?.publishedAt;
  const lines = [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/">',
    "<channel>",
    element("title", title),
    element("link", homePageUrl),
    element("description", `Posts of ${title}`),
    `<atom:link href="${escapeXml(feedUrl)}" rel="self" type="application/rss+xml"/>`,
    ...(newest === undefined ? [] : [element("lastBuildDate", rfc822(newest))]),
    ...entries.flatMap(rssItem),
    "</channel>",
    "</rss>",
  ];
  return `${lines.join("\n")}\n`;
}

function rssItem({ id, url, text, publishedAt, hashtags, media }: FeedDocumentEntry): string[] {
  return [
    "<item>",
    // Readers read a description as HTML, so the text is escaped twice.
    element("description", html(text, media)),
    element("link", url),
    `<guid isPermaLink="false">${escapeXml(id)}</guid>`,
    element("pubDate", rfc822(publishedAt)),
    ...hashtags.map((tag) => element("category", bare(tag))),
    ...media.map(
      ({ url: imageUrl, alt }) =>
        `<media:content url="${escapeXml(imageUrl)}" medium="image"><media:description type="plain">${escapeXml(alt)}</media:description></media:content>`,
    ),
    "</item>",
  ];
}

/** A text as HTML, with the images below it. */
function html(text: string, media: readonly Picture[]): string {
  const lines = escapeXml(text).replaceAll("\n", "<br>");
  if (media.length === 0) return lines;
  const images = media.map(({ url, alt }) => `<img src="${escapeXml(url)}" alt="${escapeXml(alt)}">`);
  return [lines, ...images].map((part) => `<p>${part}</p>`).join("");
}

function element(name: string, text: string): string {
  return `<${name}>${escapeXml(text)}</${name}>`;
}

/** A date of RFC 822 with the four-digit year that RSS 2.0 prefers: "Sat, 21 Nov 2026 13:00:00 GMT". */
function rfc822(isoTime: string): string {
  return new Date(isoTime).toUTCString();
}

function bare(hashtag: string): string {
  return hashtag.replace(/^#+/, "");
}
