import * as z from "zod/mini";
import type { publicRoutes } from "../../../functions/contract/routes/public.ts";
import { timestamp } from "../../../functions/contract/schemas/fields.ts";
import { id, sent } from "../component.ts";
import type { Response } from "../document-types.ts";
import { exampleIds, exampleTimes, unknownId } from "../example-story.ts";
import { headerRefs } from "../headers.ts";
import { info } from "../info.ts";
import { refTo } from "../json-schema.ts";
import { notThere, type OperationText, type Tagged } from "../operation-text.ts";
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
      date_published: timestamp,
      tags: z.optional(z.array(z.string())),
    }),
  ),
});

export const feedComponents = {
  JsonFeed: sent(feedSchema, "A feed as JSON Feed 1.1 has it.", {
    version: "The version of JSON Feed.",
    title: "The brand's name.",
    home_page_url: "Where the feed is read.",
    feed_url: "Where the feed itself is.",
    items: [
      "The posts, newest first: at most 50.",
      {
        id: id("pst", "The post."),
        url: "Counts a click and leads on to the post's link.",
        content_text: "The text.",
        date_published: "When it was published.",
        tags: "The hashtags, without their `#`.",
      },
    ],
  }),
};

const feedUrl = `https://localhost:8443/feeds/${exampleIds.brd}`;
const { content } = examplePost;
const linkUrl = `https://localhost:8443/r/${examplePost.id}`;
const kept = ["X-Request-Id", "Cache-Control", "ETag"] as const;

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
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
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
          examples: { json: { summary: "As JSON Feed.", value: exampleJsonFeed } },
        },
        "application/rss+xml": {
          schema: { type: "string" },
          examples: {
            rss: {
              summary: "As RSS.",
              value: exampleRss,
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

export const publicOperations: Tagged<Record<keyof typeof publicRoutes, OperationText>> = {
  tag: "Public",
  description: "What anybody may read: no key is needed, and no rate is counted.",
  operations: {
    readFeed: {
      summary: "Read the feed of a brand",
      description:
        "What the brand has published to the channel `feed`, newest first, as JSON Feed or as RSS.",
      success: { text: "The feed." },
      refused: [notThere("feed", { path: { file: `${unknownId("brd")}.json` } })],
    },
    followLink: {
      summary: "Follow the link of a post",
      description: "Counts a click and leads on to where the post's link leads.",
      success: { text: "Leads on to the link." },
    },
    getOpenapi: {
      summary: "Get this document",
      description: "The description of the whole service in OpenAPI 3.1.",
      success: { text: "The document." },
    },
  },
};
