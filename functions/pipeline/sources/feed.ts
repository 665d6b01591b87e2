import { parseFeed } from "feedsmith";
import { FetchError } from "../../http/fetch-error.ts";
import type { GuardedFetchOptions } from "../../http/guarded-fetch.ts";
import { redactUrl } from "../../http/redact-url.ts";
import type { GuardedResponse } from "../../http/send-request.ts";
import { decodeText } from "./decode-text.ts";
import { feedItems } from "./feed-items.ts";
import { inflate } from "./inflate.ts";
import { type ParseItems, SourceError, type SourceItem } from "./source.ts";
import { TimeLimitExceeded, withTimeLimit } from "./time-limit.ts";

const timeoutMs = 10_000;
/** The limit of a feed, both as sent and decompressed. */
const feedBytesMax = 5 * 1024 * 1024;
/**
 * The longest time to parse a feed. One of the largest size takes half a second of processor time, so some two seconds in a
 * function with a third of a processor.
 */
const parseTimeMsMax = 5_000;

const headers = {
  Accept:
    "application/rss+xml, application/atom+xml, application/feed+json, application/xml;q=0.9, text/xml;q=0.9, application/json;q=0.8, */*;q=0.1",
  "Accept-Encoding": "gzip, deflate, br",
  "User-Agent": "ContentPipelineService-Feeds/1.0",
};

interface FeedReading {
  fetch: (url: string, options: GuardedFetchOptions) => Promise<GuardedResponse>;
  nowMs: number;
  /** Whether the images of items may have loopback addresses: in the local runtime only. @default false */
  allowLoopback?: boolean;
}

/**
 * Fetches an RSS, Atom or JSON feed over http or https. The time limit is that of its server: it does not count parsing.
 * @returns a function that parses it: at most its 100 newest items
 * @throws {SourceError} when there is no document at the URL; by the function, when it is no feed with a usable item
 */
export async function fetchFeed(
  url: string,
  { fetch, nowMs, allowLoopback = false }: FeedReading,
): Promise<ParseItems> {
  // The query of a feed's URL can hold a token, so no message has it.
  const name = redactUrl(url);
  const response = await responseOf(url, name, fetch);
  if (response.status !== 200) throw new SourceError(`${name} responded with status ${response.status}`);
  const encoding = response.headers["content-encoding"] ?? "";
  const bytes = await inflate(response.body, encoding, feedBytesMax);
  if (bytes === null) {
    throw new SourceError(
      `${name} could not be decompressed, or is larger than ${feedBytesMax / 1024 ** 2} MiB`,
    );
  }
  const contentType = response.headers["content-type"] ?? "";
  const origin = { feedUrl: response.url, nowMs, allowLoopback };
  return () => {
    const items = parse(name, decodeText(bytes, contentType), origin);
    if (items.length === 0)
      throw new SourceError(`${name} is a feed without any item that has a title and a link`);
    return items;
  };
}

async function responseOf(url: string, name: string, fetch: FeedReading["fetch"]): Promise<GuardedResponse> {
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
    throw new SourceError(`${name} could not be read: ${error.message}`, { cause: error });
  }
}

function parse(name: string, text: string, origin: Parameters<typeof feedItems>[1]): SourceItem[] {
  try {
    return withTimeLimit(() => feedItems(parseFeed(text), origin), parseTimeMsMax);
  } catch (cause) {
    throw new SourceError(`${name} ${problemOf(text, cause)}`, { cause });
  }
}

function problemOf(text: string, cause: unknown): string {
  if (cause instanceof TimeLimitExceeded) return "takes too long to read: it is not an ordinary feed";
  const isWebPage = /^\s*(<!--[^>]*-->\s*)*<(!doctype\s+html|html)\b/i.test(text.slice(0, 2_000));
  return isWebPage
    ? "is a web page, not a feed: give the address of its RSS, Atom or JSON feed"
    : "is not a well-formed RSS, Atom or JSON feed";
}
