import { createHash } from "node:crypto";
import type { AnyFeed } from "feedsmith";
import { dayMs, isoTime } from "../../domain/time.ts";
import { parseFeedDateMs } from "./feed-date.ts";
import { type FeedEntry, feedEntries } from "./feed-entries.ts";
import { plainText } from "./plain-text.ts";
import type { SourceItem } from "./source.ts";

const itemsMax = 100;
const idLengthMax = 200;
const titleCharactersMax = 300;
const summaryCharactersMax = 1_000;
const sourceCharactersMax = 100;
const urlLengthMax = 2_048;

/** The newest usable items of a parsed feed, newest first. Items without a date come last, in the order of the feed. */
export function feedItems(
  parsed: AnyFeed,
  { feedUrl, nowMs }: { feedUrl: string; nowMs: number },
): SourceItem[] {
  const { title, siteUrl, entries } = feedEntries(parsed);
  const source = plainText(title, sourceCharactersMax) || new URL(feedUrl).hostname;
  const baseUrl = webUrl(siteUrl, feedUrl) ?? feedUrl;
  const newestFirst = entries
    .map((entry) => ({ entry, publishedAtMs: publicationMs(entry, nowMs) }))
    .toSorted((a, b) => (b.publishedAtMs ?? 0) - (a.publishedAtMs ?? 0));
  const items: SourceItem[] = [];
  for (const { entry, publishedAtMs } of newestFirst) {
    const item = toItem(entry, publishedAtMs, { source, baseUrl });
    if (item !== null) items.push(item);
    if (items.length === itemsMax) break;
  }
  return items;
}

function toItem(
  entry: FeedEntry,
  publishedAtMs: number | null,
  { source, baseUrl }: { source: string; baseUrl: string },
): SourceItem | null {
  const url = webUrl(entry.link, baseUrl);
  const summary = plainText(entry.summary, summaryCharactersMax);
  // Short notes have no title: use their beginning.
  const title = plainText(entry.title, titleCharactersMax) || plainText(summary, 100);
  if (url === null || title === "") return null;
  const publishedAt = publishedAtMs === null ? null : isoTime(publishedAtMs);
  return { id: boundedId(entry.id || url), title, url, summary, publishedAt, source };
}

/** Ignores a date more than a day ahead: it is a mistake, and the item would stay the newest until then. */
function publicationMs(entry: FeedEntry, nowMs: number): number | null {
  const parsed = parseFeedDateMs(entry.date);
  return parsed !== null && parsed <= nowMs + dayMs && parsed > 0 ? parsed : null;
}

function webUrl(link: string, base: string): string | null {
  const url = link.trim() === "" ? null : URL.parse(link.trim(), base);
  const isWeb = url !== null && (url.protocol === "https:" || url.protocol === "http:");
  return isWeb && url.href.length <= urlLengthMax ? url.href : null;
}

function boundedId(id: string): string {
  return id.length <= idLengthMax && !/\p{Cc}/u.test(id) ? id : createHash("sha256").update(id).digest("hex");
}
