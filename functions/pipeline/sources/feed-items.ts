import { createHash } from "node:crypto";
import type { AnyFeed } from "feedsmith";
import { graphemeCount } from "../../domain/text-length.ts";
import { dayMs, isoTime } from "../../domain/time.ts";
import { checkUrl } from "../../http/check-url.ts";
import { wholeSentences } from "../sentences.ts";
import { truncate } from "../truncate.ts";
import { parseFeedDateMs } from "./feed-date.ts";
import { type FeedEntry, feedEntries } from "./feed-entries.ts";
import { imageDescription } from "./image-description.ts";
import { plain, plainParagraphs, plainTitle } from "./plain-text.ts";
import type { SourceItem } from "./source.ts";

const itemsMax = 100;
const idLengthMax = 200;
const titleCharactersMax = 300;
const noteTitleCharactersMax = 100;
const summaryCharactersMax = 1_000;
const sourceCharactersMax = 100;
const urlLengthMax = 2_048;
/** A description of a post's image has at most 1,000 code points, and a character has at most four here. */
const altCharactersMax = 250;

/** Where and when a feed was read. */
interface FeedOrigin {
  /** The URL at which the feed was found, after redirects. */
  feedUrl: string;
  nowMs: number;
  /** Whether images may have loopback addresses: in the local runtime only. @default false */
  allowLoopback?: boolean;
}

/** The newest usable items of a parsed feed, newest first. Items without a date come last, in the order of the feed. */
export function feedItems(
  parsed: AnyFeed,
  { feedUrl, nowMs, allowLoopback = false }: FeedOrigin,
): SourceItem[] {
  const { title, entries } = feedEntries(parsed, feedUrl);
  const source = plainTitle(title, sourceCharactersMax) || new URL(feedUrl).hostname;
  const newestFirst = entries
    .map((entry) => ({ entry, publishedAtMs: publicationMs(entry, nowMs) }))
    .toSorted((a, b) => (b.publishedAtMs ?? 0) - (a.publishedAtMs ?? 0));
  const items: SourceItem[] = [];
  for (const { entry, publishedAtMs } of newestFirst) {
    const item = toItem(entry, publishedAtMs, source, allowLoopback);
    if (item !== null) items.push(item);
    if (items.length === itemsMax) break;
  }
  return items;
}

function toItem(
  entry: FeedEntry,
  publishedAtMs: number | null,
  source: string,
  allowLoopback: boolean,
): SourceItem | null {
  const url = webUrl(entry.link, entry.baseUrl);
  const summary = plainParagraphs(entry.summary, summaryCharactersMax);
  const title = plainTitle(entry.title, titleCharactersMax) || titleOfNote(summary);
  if (url === null || title === "") return null;
  const publishedAt = publishedAtMs === null ? null : isoTime(publishedAtMs);
  const image = imageIn(entry, title, allowLoopback);
  return {
    id: boundedId(entry.id || url),
    title,
    url,
    summary,
    publishedAt,
    source,
    image,
    engagement: null,
  };
}

/** The image is described as the feed does, or as the entry's HTML does where it shows the image, else by the entry's title. */
function imageIn(
  { image, baseUrl, html }: FeedEntry,
  title: string,
  allowLoopback: boolean,
): SourceItem["image"] {
  const url = image === null ? null : webUrl(image.url, baseUrl);
  if (image === null || url === null || checkUrl(url, { allowHttp: true, allowLoopback }) !== null)
    return null;
  const alt =
    plainTitle(image.description, altCharactersMax) ||
    plainTitle(plain(imageDescription(html, url, baseUrl)), altCharactersMax) ||
    plainTitle(plain(title), altCharactersMax);
  return { url, alt };
}

/** Short notes have no title: use their first sentence, or their beginning if it is no sentence. */
function titleOfNote(summary: string): string {
  const [first = ""] = wholeSentences(summary);
  const isTitle = first !== "" && graphemeCount(first) <= titleCharactersMax && summary.startsWith(first);
  return isTitle ? first : truncate(summary.split("\n", 1)[0] ?? "", noteTitleCharactersMax);
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
