import { publicRoutes } from "../contract/routes/public.ts";
import { isCounted } from "../domain/audience.ts";
import { notFound } from "../domain/errors.ts";
import { idPattern } from "../domain/ids.ts";
import { countingDay, readerOf } from "../pipeline/channels/feed/feed-reader.ts";
import { jsonFeed, rss } from "../pipeline/feed-document.ts";
import { documentResponse } from "../platform/document-response.ts";
import { endpoint } from "../platform/endpoint.ts";
import { readAudience, recordReader } from "../table/audiences.ts";
import { readFeed } from "../table/feeds.ts";

const entriesMax = 50;
/** Lambda returns 6 MB at most. Only absurd posts need more: 50 posts of 500 characters and four images are some 100 KB. */
const documentBytesMax = 4 * 1024 * 1024;
const formats = {
  json: { contentType: "application/feed+json; charset=utf-8", render: jsonFeed },
  xml: { contentType: "application/rss+xml; charset=utf-8", render: rss },
};

export const handler = endpoint(
  publicRoutes.readFeed,
  async ({ params, headers, viewer: { address, baseUrl } }, { table, nowMs }) => {
    const [, brandId, extension] = /^(.+)\.(json|xml)$/.exec(params.file ?? "") ?? [];
    if (brandId === undefined || !idPattern("brd").test(brandId)) throw notFound("feed");
    const today = countingDay(nowMs());
    const [feed, audience] = await Promise.all([
      readFeed(table, brandId, entriesMax),
      readAudience(table, brandId, today.day),
    ]);
    if (feed === null) throw notFound("feed");
    const reader = readerOf(brandId, headers["user-agent"] ?? "", address);
    if (feed.entries.length > 0 && !isCounted(audience, reader))
      await recordReader(table, brandId, today, reader);

    const { contentType, render } = extension === "json" ? formats.json : formats.xml;
    const feedUrl = `${baseUrl}/feeds/${brandId}.${extension}`;
    const entries = feed.entries.map(({ postId, url, ...entry }) => ({
      id: postId,
      // An entry that was stored by an older version has a whole URL, and no media.
      url: url.startsWith("/") ? `${baseUrl}${url}` : url,
      media: [],
      ...entry,
    }));
    const document = fittingDocument(entries, (some) =>
      render({ title: feed.title, feedUrl, homePageUrl: feedUrl, entries: some }),
    );
    return documentResponse(document, contentType, headers["if-none-match"]);
  },
);

/** Renders the newest entries that one response can hold. */
function fittingDocument<Entry>(
  entries: readonly Entry[],
  render: (entries: readonly Entry[]) => string,
): string {
  const document = render(entries);
  // As a response of the function the document is a JSON string.
  if (entries.length <= 1 || Buffer.byteLength(JSON.stringify(document)) <= documentBytesMax) return document;
  return fittingDocument(entries.slice(0, Math.ceil(entries.length / 2)), render);
}
