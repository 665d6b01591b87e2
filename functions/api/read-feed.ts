import { publicRoutes } from "../contract/routes/public.ts";
import { notFound } from "../domain/errors.ts";
import { idPattern } from "../domain/ids.ts";
import { readerOf } from "../pipeline/channels/feed-reader.ts";
import { jsonFeed, rss } from "../pipeline/feed-document.ts";
import { documentResponse } from "../platform/document-response.ts";
import { endpoint } from "../platform/endpoint.ts";
import { readFeed, recordReader } from "../table/feeds.ts";

const entriesMax = 50;
const formats = {
  json: { contentType: "application/feed+json; charset=utf-8", render: jsonFeed },
  xml: { contentType: "application/rss+xml; charset=utf-8", render: rss },
};

export const handler = endpoint(
  publicRoutes.readFeed,
  async ({ params, headers, sourceIp }, { table, nowMs }) => {
    const [, brandId, extension] = /^(.+)\.(json|xml)$/.exec(params.file ?? "") ?? [];
    if (brandId === undefined || !idPattern("brd").test(brandId)) throw notFound("feed");
    const feed = await readFeed(table, brandId, entriesMax);
    if (feed === null) throw notFound("feed");
    if (feed.entries.length > 0)
      await recordReader(table, brandId, readerOf(brandId, headers, sourceIp, nowMs()));

    const { contentType, render } = extension === "json" ? formats.json : formats.xml;
    const feedUrl = `https://${headers["x-forwarded-host"] ?? headers.host}/feeds/${brandId}.${extension}`;
    const entries = feed.entries.map(({ postId, ...entry }) => ({ id: postId, ...entry }));
    const document = render({ title: feed.title, feedUrl, homePageUrl: feedUrl, entries });
    return documentResponse(document, contentType, headers["if-none-match"]);
  },
);
