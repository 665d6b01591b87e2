import type { AnyFeed } from "feedsmith";

type Parsed<Format extends AnyFeed["format"]> = Extract<AnyFeed, { format: Format }>["feed"];

/** An entry with the fields that all formats share, unchanged: text may be HTML, links may be relative, any field may be empty. */
export interface FeedEntry {
  id: string;
  title: string;
  link: string;
  summary: string;
  date: string;
}

interface FeedContent {
  title: string;
  siteUrl: string;
  entries: FeedEntry[];
}

export function feedEntries(parsed: AnyFeed): FeedContent {
  if (parsed.format === "rss") return rssEntries(parsed.feed);
  if (parsed.format === "atom") return atomEntries(parsed.feed);
  return parsed.format === "rdf" ? rdfEntries(parsed.feed) : jsonEntries(parsed.feed);
}

function rssEntries(feed: Parsed<"rss">): FeedContent {
  const entries = (feed.items ?? []).map((item) => {
    const { guid, atom, dc, dcterms } = item;
    // A guid is a link unless isPermaLink is false (RSS 2.0).
    const permaLink =
      guid?.isPermaLink !== false && /^https?:/i.test(guid?.value ?? "") ? guid?.value : undefined;
    return {
      id: guid?.value ?? "",
      title: item.title ?? "",
      link: item.link ?? permaLink ?? alternateLink(atom?.links),
      summary: item.description ?? item.content?.encoded ?? "",
      date: item.pubDate ?? dc?.dates?.[0] ?? dcterms?.created?.[0] ?? atom?.published ?? atom?.updated ?? "",
    };
  });
  return { title: feed.title ?? "", siteUrl: feed.link ?? "", entries };
}

function atomEntries(feed: Parsed<"atom">): FeedContent {
  const entries = (feed.entries ?? []).map((entry) => ({
    id: entry.id ?? "",
    title: entry.title?.value ?? "",
    link: alternateLink(entry.links),
    summary: entry.summary?.value ?? entry.content?.value ?? "",
    date: entry.published ?? entry.updated ?? "",
  }));
  return { title: feed.title?.value ?? "", siteUrl: alternateLink(feed.links), entries };
}

function rdfEntries(feed: Parsed<"rdf">): FeedContent {
  const entries = (feed.items ?? []).map((item) => ({
    id: item.rdf?.about ?? "",
    title: item.title ?? "",
    link: item.link ?? "",
    summary: item.description ?? item.content?.encoded ?? "",
    date: item.dc?.dates?.[0] ?? "",
  }));
  return { title: feed.title ?? "", siteUrl: feed.link ?? "", entries };
}

function jsonEntries(feed: Parsed<"json">): FeedContent {
  const entries = (feed.items ?? []).map((item) => ({
    id: item.id ?? "",
    title: item.title ?? "",
    link: item.url ?? item.external_url ?? "",
    summary: item.summary ?? item.content_text ?? item.content_html ?? "",
    date: item.date_published ?? item.date_modified ?? "",
  }));
  return { title: feed.title ?? "", siteUrl: feed.home_page_url ?? "", entries };
}

/** The link to the page of the entry: relation "alternate", which is also the default (RFC 4287). */
function alternateLink(links: readonly { href?: string; rel?: string }[] | undefined): string {
  return links?.find(({ rel }) => rel === undefined || rel === "alternate")?.href ?? "";
}
