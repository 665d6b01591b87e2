import { parseFeed } from "feedsmith";
import { FetchError } from "../../http/fetch-error.ts";
import type { GuardedFetchOptions } from "../../http/guarded-fetch.ts";
import type { GuardedResponse } from "../../http/send-request.ts";
import { decodeText } from "./decode-text.ts";
import { feedItems } from "./feed-items.ts";
import { inflate } from "./inflate.ts";
import { SourceError, type SourceItem } from "./source.ts";
import { TimeLimitExceeded, withTimeLimit } from "./time-limit.ts";

const timeoutMs = 10_000;
/** The limit of a feed, both as sent and decompressed. */
const feedBytesMax = 5 * 1024 * 1024;
/** Parsing a feed of the largest size takes about a second. */
const parseTimeMsMax = 3_000;

const headers = {
  Accept:
    "application/rss+xml, application/atom+xml, application/feed+json, application/xml;q=0.9, text/xml;q=0.9, application/json;q=0.8, */*;q=0.1",
  "Accept-Encoding": "gzip, deflate, br",
  "User-Agent": "ContentPipelineService-Feeds/1.0",
};

interface FeedReading {
  fetch: (url: string, options: GuardedFetchOptions) => Promise<GuardedResponse>;
  nowMs: number;
}

/**
 * Reads an RSS, Atom or JSON feed over http or https: at most its 100 newest items.
 * @throws {SourceError} when there is no feed with at least one usable item at the URL
 */
export async function readFeed(url: string, { fetch, nowMs }: FeedReading): Promise<SourceItem[]> {
  const response = await fetchFeed(url, fetch);
  if (response.status !== 200) throw new SourceError(`${url} responded with status ${response.status}`);
  const encoding = response.headers["content-encoding"] ?? "";
  const bytes = await inflate(response.body, encoding, feedBytesMax);
  if (bytes === null) {
    throw new SourceError(
      `${url} could not be decompressed, or is larger than ${feedBytesMax / 1024 ** 2} MiB`,
    );
  }
  const text = decodeText(bytes, response.headers["content-type"] ?? "");
  const items = parse(url, text, { feedUrl: response.url, nowMs });
  if (items.length === 0)
    throw new SourceError(`${url} is a feed without any item that has a title and a link`);
  return items;
}

async function fetchFeed(url: string, fetch: FeedReading["fetch"]): Promise<GuardedResponse> {
  try {
    return await fetch(url, {
      headers,
      timeoutMs,
      maxBodyBytes: feedBytesMax,
      wholeBody: true,
      allowHttp: true,
      maxRedirects: 3,
    });
  } catch (error) {
    if (!(error instanceof FetchError)) throw error;
    throw new SourceError(`${url} could not be read: ${error.message}`, { cause: error });
  }
}

function parse(url: string, text: string, origin: { feedUrl: string; nowMs: number }): SourceItem[] {
  try {
    return withTimeLimit(() => feedItems(parseFeed(text), origin), parseTimeMsMax);
  } catch (cause) {
    throw new SourceError(`${url} ${problemOf(text, cause)}`, { cause });
  }
}

function problemOf(text: string, cause: unknown): string {
  if (cause instanceof TimeLimitExceeded) return "takes too long to read: it is not an ordinary feed";
  const isWebPage = /^\s*(<!--[^>]*-->\s*)*<(!doctype\s+html|html)\b/i.test(text.slice(0, 2_000));
  return isWebPage
    ? "is a web page, not a feed: give the address of its RSS, Atom or JSON feed"
    : "is not a well-formed RSS, Atom or JSON feed";
}
