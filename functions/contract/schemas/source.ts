import * as z from "zod/mini";
import { mastodonTrendKinds, type SourceType } from "../../domain/source.ts";
import { httpsUrl, isOriginOnly, line, webUrl } from "./fields.ts";

/** The schema of each type of source. */
export const sourceSchemas = {
  feed: z.object({ type: z.literal("feed"), url: webUrl }),
  hackernews: z.object({
    type: z.literal("hackernews"),
    query: z.optional(line(100)),
    minPoints: z.optional(z.int().check(z.minimum(0), z.maximum(10_000))),
  }),
  mastodon_trends: z.object({
    type: z.literal("mastodon_trends"),
    instance: httpsUrl.check(
      z.refine(
        isOriginOnly,
        "must be the address of the instance without a path, such as https://mastodon.social",
      ),
    ),
    kind: z.enum(mastodonTrendKinds),
  }),
  bluesky_trends: z.object({ type: z.literal("bluesky_trends") }),
  wikipedia_pageviews: z.object({
    type: z.literal("wikipedia_pageviews"),
    project: z
      .string()
      .check(
        z.maxLength(50),
        z.regex(
          /^[a-z]{2,12}(?:-[a-z]{2,12}){0,2}\.wikipedia$/,
          "must be a Wikipedia by its language, such as en.wikipedia",
        ),
      ),
  }),
  google_trends: z.object({
    type: z.literal("google_trends"),
    country: z
      .string()
      .check(z.regex(/^[A-Z]{2}$/, "must be a country's code of two capital letters (ISO 3166), such as CH")),
  }),
  arxiv: z.object({
    type: z.literal("arxiv"),
    category: z
      .string()
      .check(
        z.maxLength(30),
        z.regex(
          /^[a-z]{1,8}(?:-[a-z]{2,4})?(?:\.(?:[A-Z]{2}|[a-z]{2,8}(?:-[a-z]{2,5})?))?$/,
          "must be a category of arXiv, such as cs.AI or math",
        ),
      ),
  }),
} as const satisfies Record<SourceType, z.ZodMiniType>;

export const source = z.discriminatedUnion("type", [
  sourceSchemas.feed,
  sourceSchemas.hackernews,
  sourceSchemas.mastodon_trends,
  sourceSchemas.bluesky_trends,
  sourceSchemas.wikipedia_pageviews,
  sourceSchemas.google_trends,
  sourceSchemas.arxiv,
]);
