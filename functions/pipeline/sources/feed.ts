import { type AnyFeed, parseFeed } from "feedsmith";
import type { SourceOf } from "../../domain/source.ts";
import { redactUrl } from "../../http/redact-url.ts";
import { entryItems } from "./entry-items.ts";
import { feedEntries } from "./feed-entries.ts";
import { SourceError, type SourceItem } from "./source.ts";
import type { DocumentOrigin, SourceRequest } from "./source-request.ts";

/** The media types of feeds. */
export const acceptFeed =
  "application/rss+xml, application/atom+xml, application/feed+json, application/xml;q=0.9, text/xml;q=0.9, application/json;q=0.8, */*;q=0.1";

/** A feed in RSS, Atom, RDF or JSON Feed, over http or https. */
export function feed({ url }: SourceOf<"feed">): SourceRequest {
  // The query of a feed's URL can hold a token, so no message has it.
  const name = redactUrl(url);
  return {
    name,
    urls: [url],
    accept: acceptFeed,
    timeoutMs: 10_000,
    bytesMax: 5 * 1024 * 1024,
    allowHttp: true,
    read(text, origin) {
      const items = readFeed(name, text, (parsed) => feedItems(parsed, origin));
      if (items.length === 0)
        throw new SourceError(`${name} is a feed without any item that has a title and a link`);
      return items;
    },
  };
}

/** The newest usable items of a parsed feed, newest first. */
export function feedItems(parsed: AnyFeed, origin: DocumentOrigin): SourceItem[] {
  const { title, entries } = feedEntries(parsed, origin.url);
  return entryItems(entries, { ...origin, source: title });
}

/** Parses a feed, and reads its items. @throws {SourceError} when it is no feed */
export function readFeed(
  name: string,
  text: string,
  itemsOf: (parsed: AnyFeed) => SourceItem[],
): SourceItem[] {
  try {
    return itemsOf(parseFeed(text));
  } catch (cause) {
    throw new SourceError(`${name} ${problemOf(text)}`, { cause });
  }
}

function problemOf(text: string): string {
  const isWebPage = /^\s*(<!--[^>]*-->\s*)*<(!doctype\s+html|html)\b/i.test(text.slice(0, 2_000));
  return isWebPage
    ? "is a web page, not a feed: give the address of its RSS, Atom or JSON feed"
    : "is not a well-formed RSS, Atom or JSON feed";
}
