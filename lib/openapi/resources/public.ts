import * as z from "zod/mini";
import type { publicRoutes } from "../../../functions/contract/routes/public.ts";
import { timestamp } from "../../../functions/contract/schemas/fields.ts";
import { id, responseSchema } from "../component.ts";
import type { Response } from "../document-types.ts";
import { exampleIds, exampleTimes, unknownId } from "../example-story.ts";
import { headerRefs } from "../headers.ts";
import { info } from "../info.ts";
import { refTo } from "../json-schema.ts";
import { notFoundExample, type OperationText, type Tagged } from "../operation-text.ts";
import { exampleBrand } from "./brands.ts";
import { examplePost } from "./posts.ts";

const feedSchema = z.object({
  version: z.literal("https://jsonfeed.org/version/1.1"),
  title: z.string(),
  home_page_url: z.string(),
  feed_url: z.string(),
  items: z.array(
    z.object({
      id: z.string(),
      url: z.string(),
      content_text: z.string(),
      content_html: z.optional(z.string()),
      image: z.optional(z.string()),
      date_published: timestamp,
      tags: z.optional(z.array(z.string())),
    }),
  ),
});

export const feedComponents = {
  JsonFeed: responseSchema(feedSchema, "A feed in the format JSON Feed 1.1.", {
    version: "The version of the JSON Feed format.",
    title: "The name of the brand.",
    home_page_url: "The URL of the feed: it has no web page of its own.",
    feed_url: "The URL of the feed.",
    items: [
      "The posts, newest first, at most 50, and not more than one response holds.",
      {
        id: id("pst", "The id of the post."),
        url: "A URL that counts a click and redirects to the link of the post.",
        content_text: "The text of the post.",
        content_html:
          "The text and the images of the post, with their descriptions. Absent if the post has no images.",
        image: "The URL of the first image of the post. Absent if the post has no images.",
        date_published: "When the post was published.",
        tags: "The hashtags of the post, without `#`.",
      },
    ],
  }),
};

const feedUrl = `https://localhost:8443/feeds/${exampleIds.brd}`;
const { content } = examplePost;
const linkUrl = `https://localhost:8443/r/${examplePost.id}`;
const cacheHeaders = ["X-Request-Id", "Cache-Control", "ETag"] as const;

const exampleJsonFeed = {
  version: "https://jsonfeed.org/version/1.1",
  title: exampleBrand.name,
  home_page_url: `${feedUrl}.json`,
  feed_url: `${feedUrl}.json`,
  items: [
    {
      id: examplePost.id,
      url: linkUrl,
      content_text: content.text,
      date_published: exampleTimes.due,
      tags: content.hashtags,
    },
  ],
};

const exampleRss = `<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/">
<channel>
<title>${exampleBrand.name}</title>
<link>${feedUrl}.xml</link>
<description>Posts of ${exampleBrand.name}</description>
<atom:link href="${feedUrl}.xml" rel="self" type="application/rss+xml"/>
<lastBuildDate>Mon, 23 Nov 2026 08:30:00 GMT</lastBuildDate>
<item>
<description>${content.text}</description>
<link>${linkUrl}</link>
<guid isPermaLink="false">${examplePost.id}</guid>
<pubDate>Mon, 23 Nov 2026 08:30:00 GMT</pubDate>
<category>coffee</category>
<category>espresso</category>
</item>
</channel>
</rss>
`;

const unchanged = "The content has not changed.";
const feedHeaders = headerRefs([...cacheHeaders, "Deprecation"]);
/** The document's function does not use the endpoint code of the other routes, and so it sends no Deprecation header. */
const documentHeaders = headerRefs(cacheHeaders);

/** The success responses of the public routes, which are not JSON resources of the API. */
export const publicResponses: Record<keyof typeof publicRoutes, Record<string, Response>> = {
  readFeed: {
    200: {
      description: "The feed.",
      headers: feedHeaders,
      content: {
        "application/feed+json": {
          schema: refTo("schemas", "JsonFeed"),
          examples: { json: { summary: "The feed as JSON Feed.", value: exampleJsonFeed } },
        },
        "application/rss+xml": {
          schema: { type: "string" },
          examples: {
            rss: {
              summary: "The feed as RSS.",
              value: exampleRss,
              "x-request": { path: { file: `${exampleIds.brd}.xml` } },
            },
          },
        },
      },
    },
    304: { description: unchanged, headers: feedHeaders },
  },
  followLink: {
    302: {
      description: "Redirects to the link of the post.",
      headers: headerRefs(["X-Request-Id", "Cache-Control", "Location", "Deprecation"]),
    },
  },
  getOpenapi: {
    200: {
      description: "The document.",
      headers: documentHeaders,
      content: {
        "application/json": {
          schema: { type: "object" },
          examples: {
            document: {
              summary: "The beginning of the document.",
              value: { openapi: "3.1.1", info: { title: info.title, version: info.version } },
            },
          },
        },
      },
    },
    304: { description: unchanged, headers: documentHeaders },
  },
};

export const publicOperations: Tagged<Record<keyof typeof publicRoutes, OperationText>> = {
  tag: "Public",
  description: "Operations for everybody: they require no API key and have no rate limit per key.",
  operations: {
    readFeed: {
      summary: "Read the feed of a brand",
      description:
        "Returns the posts that the brand has published to the channel `feed`, newest first, as JSON Feed or as RSS.",
      success: { text: "The feed." },
      errors: [
        {
          ...notFoundExample("feed", { path: { file: `${unknownId("brd")}.json` } }),
          summary: "The feed does not exist.",
        },
      ],
    },
    followLink: {
      summary: "Follow the link of a post",
      description: "Counts a click and redirects to the link of the post.",
      success: { text: "Redirects to the link of the post." },
    },
    getOpenapi: {
      summary: "Get this document",
      description: "Returns the OpenAPI 3.1 document of the whole service.",
      success: { text: "The document." },
    },
  },
};
