import type { publicRoutes } from "../routes/public.ts";
import { exampleIds, exampleTimes } from "./examples/ids.ts";
import { exampleBrand, examplePost } from "./examples/resources.ts";
import { headerRefs } from "./headers.ts";
import { info } from "./info.ts";
import { refTo } from "./json-schema.ts";
import type { Response } from "./openapi.ts";

const feedUrl = `https://localhost:8443/feeds/${exampleIds.brd}`;
const { id, content } = examplePost;
const kept = ["X-Request-Id", "Cache-Control", "ETag"] as const;

const jsonFeed = {
  version: "https://jsonfeed.org/version/1.1",
  title: exampleBrand.name,
  home_page_url: `${feedUrl}.json`,
  feed_url: `${feedUrl}.json`,
  items: [
    {
      id,
      url: `https://localhost:8443/r/${id}`,
      content_text: content.text,
      date_published: exampleTimes.due,
      tags: content.hashtags,
    },
  ],
};

const rss = `<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
<channel>
<title>${exampleBrand.name}</title>
<link>${feedUrl}.xml</link>
<description>Posts of ${exampleBrand.name}</description>
<atom:link href="${feedUrl}.xml" rel="self" type="application/rss+xml"/>
<lastBuildDate>Mon, 23 Nov 2026 08:30:00 GMT</lastBuildDate>
<item>
<description>${content.text}</description>
<link>https://localhost:8443/r/${id}</link>
<guid isPermaLink="false">${id}</guid>
<pubDate>Mon, 23 Nov 2026 08:30:00 GMT</pubDate>
<category>coffee</category>
<category>espresso</category>
</item>
</channel>
</rss>
`;

const unchanged = "It has not changed.";
const ofFeed = headerRefs([...kept, "Deprecation"]);
/** What answers with the document goes through nothing that other routes share, and so cannot be deprecated. */
const ofDocument = headerRefs(kept);

/** What the routes answer with whose success is no JSON of the API. */
export const publicResponses: Record<keyof typeof publicRoutes, Record<string, Response>> = {
  readFeed: {
    200: {
      description: "The feed.",
      headers: ofFeed,
      content: {
        "application/feed+json": {
          schema: refTo("schemas", "JsonFeed"),
          examples: { json: { summary: "As JSON Feed.", value: jsonFeed } },
        },
        "application/rss+xml": {
          schema: { type: "string" },
          examples: {
            rss: {
              summary: "As RSS.",
              value: rss,
              "x-request": { path: { file: `${exampleIds.brd}.xml` } },
            },
          },
        },
      },
    },
    304: { description: unchanged, headers: ofFeed },
  },
  followLink: {
    302: {
      description: "Leads on to the link.",
      headers: headerRefs(["X-Request-Id", "Cache-Control", "Location", "Deprecation"]),
    },
  },
  getOpenapi: {
    200: {
      description: "The document.",
      headers: ofDocument,
      content: {
        "application/json": {
          schema: { type: "object" },
          examples: {
            document: {
              summary: "How the document begins.",
              value: { openapi: "3.1.1", info: { title: info.title, version: info.version } },
            },
          },
        },
      },
    },
    304: { description: unchanged, headers: ofDocument },
  },
};
