export const mastodonTrendKinds = ["tags", "links", "statuses"] as const;

/** What a client says about a source of each type, beside the type. */
interface SourceFields {
  /** RSS, Atom, RDF or JSON Feed. */
  feed: { url: string };
  /** Stories of Hacker News. */
  hackernews: { query?: string | undefined; minPoints?: number | undefined };
  /** What an instance of Mastodon counts as trending. `instance` is its origin, such as https://mastodon.social. */
  mastodon_trends: { instance: string; kind: (typeof mastodonTrendKinds)[number] };
  bluesky_trends: object;
  /** The most viewed articles of a Wikipedia, such as en.wikipedia. */
  wikipedia_pageviews: { project: string };
  /** What people of a country search for. `country` is an ISO 3166 code, such as CH. */
  google_trends: { country: string };
  /** New papers of a category, such as cs.AI. */
  arxiv: { category: string };
}

export type SourceType = keyof SourceFields;
/** A source of this type. */
export type SourceOf<Type extends SourceType> = { [One in Type]: { type: One } & SourceFields[One] }[Type];
/** A source of any type, from which a pipeline reads new items. */
export type Source = SourceOf<SourceType>;
