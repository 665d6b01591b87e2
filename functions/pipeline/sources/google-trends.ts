import { decodeXML } from "entities";
import { XMLParser } from "fast-xml-parser";
import { fieldOf } from "../../domain/field-of.ts";
import type { SourceOf } from "../../domain/source.ts";
import { entryItems, type SourceEntry } from "./entry-items.ts";
import { acceptFeed } from "./feed.ts";
import { otherShape, textIn, toCount } from "./json-document.ts";
import { perhapsHtml, plain } from "./plain-text.ts";
import { SourceError } from "./source.ts";
import type { SourceRequest } from "./source-request.ts";

const parser = new XMLParser({
  parseTagValue: false,
  // The five entities of XML are decoded below. An entity that the document defines is never expanded.
  processEntities: false,
  isArray: (name) => name === "item" || name === "ht:news_item",
});

/**
 * What people of a country search for, by the daily feed of Google Trends. All links of the feed lead to the feed itself. So an
 * item gets the title and the link of the first report that Google names for the search; without a report it gets the search
 * itself and its page at Google. The engagement is the approximate number of searches.
 */
export function googleTrends({ country }: SourceOf<"google_trends">): SourceRequest {
  const name = `Google Trends of ${country}`;
  return {
    name,
    urls: [`https://trends.google.com/trending/rss?geo=${country}`],
    accept: acceptFeed,
    timeoutMs: 10_000,
    bytesMax: 1024 * 1024,
    read(text, origin) {
      const channel = fieldOf(fieldOf(parseXml(name, text), "rss"), "channel");
      if (textIn(channel, "title") === "")
        throw otherShape(name, "it has no rss with a channel and its title");
      const items = listOf(channel, "item");
      const trends = items.filter((item) => textIn(item, "title") !== "");
      if (items.length > 0 && trends.length === 0)
        throw otherShape(name, "no item of its channel has a title");
      const entries = trends.map((trend) => toEntry(trend, country, origin.url));
      return entryItems(entries, { ...origin, source: plain(name) });
    },
  };
}

function parseXml(name: string, text: string): unknown {
  try {
    return parser.parse(text, true);
  } catch (cause) {
    throw new SourceError(`${name} sent a document that is not XML, or is cut off`, { cause });
  }
}

function listOf(value: unknown, field: string): unknown[] {
  const found = fieldOf(value, field);
  return Array.isArray(found) ? found : [];
}

function toEntry(trend: unknown, country: string, baseUrl: string): SourceEntry {
  const term = decodedIn(trend, "title");
  const page = `https://trends.google.com/trends/explore?${new URLSearchParams({ geo: country, q: term }).toString()}`;
  const report = listOf(trend, "ht:news_item").find(
    (one) => textIn(one, "ht:news_item_url") !== "" && textIn(one, "ht:news_item_title") !== "",
  );
  const date = textIn(trend, "pubDate");
  return {
    id: `${country} ${term} ${date}`,
    title: perhapsHtml(decodedIn(report, "ht:news_item_title") || term),
    link: decodedIn(report, "ht:news_item_url") || page,
    baseUrl,
    summary: perhapsHtml(decodedIn(report, "ht:news_item_snippet")),
    date,
    engagement: approximateCount(textIn(trend, "ht:approx_traffic")),
  };
}

const decodedIn = (value: unknown, field: string) => decodeXML(textIn(value, field));

/** "20000+", "20,000+" and "20K+" are 20,000. */
function approximateCount(text: string): number | null {
  const [, digits = "", unit = ""] = /^([\d.,]+)([KM]?)\+?$/i.exec(text.trim()) ?? [];
  const count = toCount(digits.replaceAll(/[.,]/g, ""));
  return count === null ? null : count * ({ k: 1_000, m: 1_000_000 }[unit.toLowerCase()] ?? 1);
}
