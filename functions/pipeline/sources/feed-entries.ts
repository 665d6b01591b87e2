import type { AnyFeed } from "feedsmith";
import type { SourceEntry } from "./entry-items.ts";
import { imageOf } from "./feed-images.ts";
import { type FeedText, perhapsHtml, plain } from "./plain-text.ts";

type Parsed<Format extends AnyFeed["format"]> = Extract<AnyFeed, { format: Format }>["feed"];

interface FeedContent {
  title: FeedText;
  entries: SourceEntry[];
}

/** @param feedUrl the URL at which the feed was found, after redirects */
export function feedEntries(parsed: AnyFeed, feedUrl: string): FeedContent {
  if (parsed.format === "rss") return rssEntries(parsed.feed, feedUrl);
  if (parsed.format === "atom") return atomEntries(parsed.feed, feedUrl);
  return parsed.format === "rdf" ? rdfEntries(parsed.feed, feedUrl) : jsonEntries(parsed.feed, feedUrl);
}

/** Text of Atom is plain unless its type says otherwise (RFC 4287, section 3.1.1). */
const typed = (text: { value?: string; type?: string } | undefined): FeedText => ({
  value: text?.value ?? "",
  mayBeHtml: /html/i.test(text?.type ?? ""),
});

function baseOf(base: string | undefined, outer: string): string {
  return base === undefined ? outer : (URL.parse(base, outer)?.href ?? outer);
}

function rssEntries(feed: Parsed<"rss">, feedUrl: string): FeedContent {
  // RSS does not say what a link is relative to: without xml:base take the site, as readers do.
  const base = baseOf(feed.xml?.base ?? feed.link, feedUrl);
  const entries = (feed.items ?? []).map((item) => {
    const { guid, atom, dc, dcterms } = item;
    // A guid is a link unless isPermaLink is false (RSS 2.0).
    const permaLink =
      guid?.isPermaLink !== false && /^https?:/i.test(guid?.value ?? "") ? guid?.value : undefined;
    return {
      id: guid?.value ?? "",
      title: perhapsHtml(item.title),
      link: item.link ?? permaLink ?? alternateLink(atom?.links),
      baseUrl: baseOf(item.xml?.base, base),
      summary: perhapsHtml(item.description ?? item.content?.encoded),
      date: item.pubDate ?? dc?.dates?.[0] ?? dcterms?.created?.[0] ?? atom?.published ?? atom?.updated ?? "",
      image: imageOf({
        media: item.media,
        files: item.enclosures?.map(({ url, type, length }) => ({ url, type, bytes: length })),
        covers: [item.itunes?.image],
      }),
      html: item.content?.encoded ?? item.description ?? "",
    };
  });
  return { title: perhapsHtml(feed.title), entries };
}

function atomEntries(feed: Parsed<"atom">, feedUrl: string): FeedContent {
  const base = baseOf(feed.xml?.base, feedUrl);
  const entries = (feed.entries ?? []).map((entry) => ({
    id: entry.id ?? "",
    title: typed(entry.title),
    link: alternateLink(entry.links),
    baseUrl: baseOf(entry.xml?.base, base),
    summary: typed(entry.summary ?? entry.content),
    date: entry.published ?? entry.updated ?? "",
    image: imageOf({
      media: entry.media,
      files: (entry.links ?? [])
        .filter(({ rel }) => rel === "enclosure")
        .map(({ href, type, length }) => ({ url: href, type, bytes: length })),
      covers: [entry.itunes?.image],
    }),
    html: entry.content?.value ?? entry.summary?.value ?? "",
  }));
  return { title: typed(feed.title), entries };
}

function rdfEntries(feed: Parsed<"rdf">, feedUrl: string): FeedContent {
  const baseUrl = baseOf(feed.link, feedUrl);
  const entries = (feed.items ?? []).map((item) => ({
    id: item.rdf?.about ?? "",
    title: perhapsHtml(item.title),
    link: item.link ?? "",
    baseUrl,
    summary: perhapsHtml(item.description ?? item.content?.encoded),
    date: item.dc?.dates?.[0] ?? "",
    image: imageOf({ media: item.media }),
    html: item.content?.encoded ?? item.description ?? "",
  }));
  return { title: perhapsHtml(feed.title), entries };
}

function jsonEntries(feed: Parsed<"json">, feedUrl: string): FeedContent {
  const baseUrl = baseOf(feed.home_page_url, feedUrl);
  const entries = (feed.items ?? []).map((item) => ({
    id: item.id ?? "",
    title: plain(item.title),
    link: item.url ?? item.external_url ?? "",
    baseUrl,
    summary: jsonSummary(item.summary ?? item.content_text, item.content_html),
    date: item.date_published ?? item.date_modified ?? "",
    image: imageOf({
      files: [
        { url: item.image, medium: "image" },
        { url: item.banner_image, medium: "image" },
        ...(item.attachments ?? []).map(({ url, mime_type, size_in_bytes, title }) => ({
          url,
          type: mime_type,
          bytes: size_in_bytes,
          description: title === undefined ? undefined : plain(title),
        })),
      ],
    }),
    html: item.content_html ?? "",
  }));
  return { title: plain(feed.title), entries };
}

function jsonSummary(text: string | undefined, html: string | undefined): FeedText {
  return text === undefined ? perhapsHtml(html) : plain(text);
}

/** The link to the page of the entry: relation "alternate", which is also the default (RFC 4287). */
function alternateLink(links: readonly { href?: string; rel?: string }[] | undefined): string {
  return links?.find(({ rel }) => rel === undefined || rel === "alternate")?.href ?? "";
}
