import type { Source, SourceOf, SourceType } from "../../domain/source.ts";
import { arxiv } from "./arxiv.ts";
import { blueskyTrends } from "./bluesky-trends.ts";
import { feed } from "./feed.ts";
import { googleTrends } from "./google-trends.ts";
import { hackernews } from "./hackernews.ts";
import { mastodonTrends } from "./mastodon-trends.ts";
import type { SourceRequest } from "./source-request.ts";
import { wikipediaPageviews } from "./wikipedia-pageviews.ts";

type OpenRequest<Type extends SourceType> = (source: SourceOf<Type>, nowMs: number) => SourceRequest;

/** What each type of source asks for. */
const requests: { readonly [Type in SourceType]: OpenRequest<Type> } = {
  feed,
  hackernews,
  mastodon_trends: mastodonTrends,
  bluesky_trends: blueskyTrends,
  wikipedia_pageviews: wikipediaPageviews,
  google_trends: googleTrends,
  arxiv,
};

/** What a source asks for now. */
export function requestOf<Type extends SourceType>(source: SourceOf<Type>, nowMs: number): SourceRequest {
  return requests[source.type](source, nowMs);
}

/** The host that a source is read from, with its port. The same at any time. */
export function hostOf(source: Source): string {
  const [url] = requestOf(source, 0).urls;
  return URL.parse(url)?.host ?? url;
}
