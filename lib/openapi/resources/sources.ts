import type * as z from "zod/mini";
import { source, sourceSchemas } from "../../../functions/contract/schemas/source.ts";
import type { SourceType } from "../../../functions/domain/source.ts";
import { commonSchema, commonUnionSchema, lineText, withDefault } from "../component.ts";

/** An example of each type of source. */
const exampleByType: { readonly [Type in SourceType]: z.output<(typeof sourceSchemas)[Type]> } = {
  feed: { type: "feed", url: "https://example.com/news.xml" },
  hackernews: { type: "hackernews", query: "coffee", minPoints: 20 },
  mastodon_trends: { type: "mastodon_trends", instance: "https://mastodon.social", kind: "links" },
  bluesky_trends: { type: "bluesky_trends" },
  wikipedia_pageviews: { type: "wikipedia_pageviews", project: "en.wikipedia" },
  google_trends: { type: "google_trends", country: "CH" },
  arxiv: { type: "arxiv", category: "cs.AI" },
};

export const exampleSources = Object.values(exampleByType);

const sourceType = "The type of the source.";

export const sourceComponents = {
  Source: commonUnionSchema(
    source,
    "A source that a pipeline reads for new items. Its `type` says which of these it is.",
  ),
  FeedSource: commonSchema(sourceSchemas.feed, "A feed in RSS, Atom, RDF or JSON Feed.", {
    type: sourceType,
    url: "An http or https URL of a public address, of at most 2,048 characters.",
  }),
  HackernewsSource: commonSchema(
    sourceSchemas.hackernews,
    "Stories of Hacker News of the last two to three days, at most the 100 newest.",
    {
      type: sourceType,
      query: lineText("Words that a story must have. Without it, all stories count."),
      minPoints: withDefault("The points that a story must have.", 50),
    },
  ),
  MastodonTrendsSource: commonSchema(
    sourceSchemas.mastodon_trends,
    "What an instance of Mastodon counts as trending. Posts behind a warning are left out.",
    {
      type: sourceType,
      instance: {
        text: "The address of the instance, such as `https://mastodon.social`.",
        also: { pattern: "^https://[^/?#@]+/?$" },
      },
      kind: "What is trending: hashtags (`tags`), links to pages (`links`) or posts (`statuses`).",
    },
  ),
  BlueskyTrendsSource: commonSchema(
    sourceSchemas.bluesky_trends,
    "What Bluesky counts as trending. Bluesky says that this part of its API is not stable: when it changes, the source cannot be read until the service is adapted, and the run says so.",
    { type: sourceType },
  ),
  WikipediaPageviewsSource: commonSchema(
    sourceSchemas.wikipedia_pageviews,
    "The 100 most viewed articles of a Wikipedia on the day before, or on the day before that as long as there is no newer list. Main pages and other pages that are no articles are left out.",
    { type: sourceType, project: "The Wikipedia by its language, such as `en.wikipedia`." },
  ),
  GoogleTrendsSource: commonSchema(
    sourceSchemas.google_trends,
    "What people of a country search for at Google. An item is the first report that Google names for a search.",
    { type: sourceType, country: "The country's code (ISO 3166), such as `CH`." },
  ),
  ArxivSource: commonSchema(
    sourceSchemas.arxiv,
    "The new papers of a category of arXiv, without new versions of earlier papers. There are none at weekends.",
    { type: sourceType, category: "The category, such as `cs.AI`, or a whole archive, such as `math`." },
  ),
};
