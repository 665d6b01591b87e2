import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { expect } from "vitest";
import { openFetchSource } from "../../../functions/pipeline/sources/fetch-source.ts";
import { SourceError, type SourceItem } from "../../../functions/pipeline/sources/source.ts";
import { startHttp } from "../http/servers.ts";

/** The time at which the feeds are read. */
export const nowMs = Date.parse("2026-11-21T12:00:00.000Z");
/** A feed of 60 items. */
export const sampleFeed = readFileSync(new URL("../../../lib/demo/news.rss.xml", import.meta.url));

/** Reads a feed, with loopback allowed. */
export async function read(url: string): Promise<SourceItem[]> {
  const { parse } = await openFetchSource({ nowMs: () => nowMs, allowLoopback: true })({ type: "feed", url });
  return parse();
}

/** Serves a feed until the test ends. Returns its URL. */
async function serve(
  body: string | Buffer,
  headers: Record<string, string> = {},
  status = 200,
): Promise<string> {
  const port = await startHttp((_: IncomingMessage, response: ServerResponse) => {
    response.writeHead(status, headers).end(body);
  });
  return `http://localhost:${port}/feed`;
}

/** Serves a feed and returns the items that were read. */
export async function itemsOf(
  body: string | Buffer,
  headers?: Record<string, string>,
): Promise<SourceItem[]> {
  return read(await serve(body, headers));
}

/** Serves a feed that cannot be read and returns the error without its URL. */
export async function problemOf(
  body: string | Buffer,
  headers?: Record<string, string>,
  status?: number,
): Promise<string> {
  const url = await serve(body, headers, status);
  const error = await read(url).catch((reason: unknown) => reason);
  if (!(error instanceof SourceError)) throw new Error("the feed was read", { cause: error });
  expect(error.message.startsWith(url)).toBe(true);
  return error.message.slice(url.length + 1);
}

/** An RSS feed with these items. */
export const rss = (items: string, title = "Tidings") =>
  `<?xml version="1.0"?><rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>${title}</title><link>https://tidings.example/</link>${items}</channel></rss>`;
/** An RSS item with a title, a link and more elements. */
export const item = (inner: string) =>
  `<item><title>A title</title><link>https://tidings.example/a</link>${inner}</item>`;
