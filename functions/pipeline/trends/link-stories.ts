import { type BrandTrends, newTrackedTrend, type TrackedTrend, trendLimits } from "../../domain/trend.ts";
import { mergeTrend } from "../../domain/trend-observations.ts";
import { stopWords } from "../stop-words.ts";
import { titleTokens } from "../title-tokens.ts";
import type { Story } from "./stories.ts";

/** The least cosine of the angle between the word vectors of a headline and of its topic. */
const headlineSimilarityMin = 0.25;
/** Two topics are merged if the cosine of the angle between their word vectors is at least this. */
const mergedSimilarityMin = 0.4;
/** At so many headlines, all counts of a trend are halved: newer headlines weigh more, because the words of a topic change. */
const headlinesMax = 64;

/**
 * Links each story to the trend it is about: to the one that has one of its pages, else to the one with the most similar
 * words, else to a new one, which it adds to `trends.tracked`. The words of a story with a known page do not count for the
 * trend again. This is single-pass clustering with vectors of tf-idf (Allan, Papka and Lavrenko, "On-Line New Event Detection
 * and Tracking", SIGIR 1998).
 * @returns the stories of each trend that has any
 */
export function linkStories(
  trends: BrandTrends,
  stories: readonly Story[],
  nowMs: number,
): Map<TrackedTrend, Story[]> {
  const headlines = stories.map((story) => ({ story, tokens: topicTokens(story.title) }));
  const index = new TopicIndex(
    trends.tracked,
    headlines.map(({ tokens }) => tokens),
  );
  const linked = new Map<TrackedTrend, Story[]>();
  const changed = new Set<TrackedTrend>();
  for (const { story, tokens } of headlines) {
    const known = index.withPage(story);
    const trend =
      known ?? index.mostSimilar(fullShares(tokens), headlineSimilarityMin) ?? newTrackedTrend(nowMs);
    if (known === undefined) {
      if (trend.headlines === 0) trends.tracked.push(trend);
      index.addHeadline(trend, tokens);
      changed.add(trend);
    }
    index.addPages(trend, story);
    linked.set(trend, [...(linked.get(trend) ?? []), story]);
  }
  mergeSimilar(trends, { linked, changed, index });
  return linked;
}

/** Merges each changed trend with the most similar one: their first headlines had different words for one topic. */
function mergeSimilar(
  trends: BrandTrends,
  linking: { linked: Map<TrackedTrend, Story[]>; changed: ReadonlySet<TrackedTrend>; index: TopicIndex },
): void {
  const { linked, changed, index } = linking;
  const gone = new Set<TrackedTrend>();
  for (const trend of changed) {
    if (gone.has(trend)) continue;
    const other = index.mostSimilar(sharesOf(trend), mergedSimilarityMin, trend);
    // If clients know both, neither may vanish.
    if (other === undefined || (trend.id !== null && other.id !== null)) continue;
    const keepsTrend = trend.id !== null || (other.id === null && trend.firstSeenMs < other.firstSeenMs);
    const [from, into] = keepsTrend ? [other, trend] : [trend, other];
    index.merge(from, into);
    gone.add(from);
    linked.set(into, [...(linked.get(into) ?? []), ...(linked.get(from) ?? [])]);
    linked.delete(from);
  }
  if (gone.size > 0) trends.tracked = trends.tracked.filter((trend) => !gone.has(trend));
}

/** The words of a headline that can name its topic. */
export function topicTokens(title: string): Set<string> {
  return new Set([...titleTokens(title)].filter((token) => !stopWords.has(token)));
}

/** Finds trends by page and by word. Words that few headlines and trends have weigh more (inverse document frequency). */
class TopicIndex {
  readonly #byPage = new Map<string, TrackedTrend>();
  readonly #byToken = new Map<string, Set<TrackedTrend>>();
  readonly #weights = new Map<string, number>();
  readonly #lengths = new Map<TrackedTrend, number>();

  constructor(tracked: readonly TrackedTrend[], headlines: readonly ReadonlySet<string>[]) {
    const counts = new Map<string, number>();
    for (const tokens of [...tracked.map((trend) => trend.tokens.keys()), ...headlines])
      for (const token of tokens) counts.set(token, (counts.get(token) ?? 0) + 1);
    const all = tracked.length + headlines.length;
    for (const [token, count] of counts) this.#weights.set(token, Math.log(1 + all / count));
    for (const trend of tracked) {
      for (const page of [...trend.pages.values()].flatMap((pages) => [...pages]))
        this.#byPage.set(page, trend);
      for (const token of trend.tokens.keys()) this.#trendsWith(token).add(trend);
    }
  }

  withPage({ pages }: Story): TrackedTrend | undefined {
    return pages.map(({ page }) => this.#byPage.get(page)).find((trend) => trend !== undefined);
  }

  /**
   * The trend with the most similar words; undefined if none is similar enough.
   * @param words with the share of the headlines that have each
   * @param except a trend that is left out
   */
  mostSimilar(
    words: ReadonlyMap<string, number>,
    similarityMin: number,
    except?: TrackedTrend,
  ): TrackedTrend | undefined {
    const products = new Map<TrackedTrend, number>();
    for (const [token, share] of words) {
      const square = this.#weight(token) ** 2 * share;
      for (const trend of this.#trendsWith(token))
        products.set(trend, (products.get(trend) ?? 0) + square * shareOf(trend, token));
    }
    if (except !== undefined) products.delete(except);
    const length = this.#lengthOf(words);
    let best: { trend: TrackedTrend; similarity: number } | undefined;
    for (const [trend, product] of products) {
      const similarity = product / (length * this.#lengthOfTrend(trend));
      if (similarity >= (best?.similarity ?? similarityMin)) best = { trend, similarity };
    }
    return best?.trend;
  }

  /** Adds all that is known of `from` to `into`. `from` is not found any more. */
  merge(from: TrackedTrend, into: TrackedTrend): void {
    for (const token of from.tokens.keys()) this.#trendsWith(token).delete(from);
    for (const page of [...from.pages.values()].flatMap((pages) => [...pages])) this.#byPage.set(page, into);
    mergeTrend(from, into);
    for (const token of into.tokens.keys()) this.#trendsWith(token).add(into);
    this.#limitTokens(into);
  }

  addHeadline(trend: TrackedTrend, tokens: ReadonlySet<string>): void {
    if (trend.headlines >= headlinesMax) {
      trend.headlines /= 2;
      for (const [token, count] of trend.tokens) trend.tokens.set(token, count / 2);
    }
    trend.headlines += 1;
    for (const token of tokens) {
      trend.tokens.set(token, (trend.tokens.get(token) ?? 0) + 1);
      this.#trendsWith(token).add(trend);
    }
    this.#limitTokens(trend);
  }

  /** Keeps the most frequent words: of equally frequent ones, the newest. */
  #limitTokens(trend: TrackedTrend): void {
    this.#lengths.delete(trend);
    const dropped = [...trend.tokens]
      .toReversed()
      .toSorted(([, one], [, other]) => other - one)
      .slice(trendLimits.tokensPerTrend);
    for (const [token] of dropped) {
      trend.tokens.delete(token);
      this.#trendsWith(token).delete(trend);
    }
  }

  addPages(trend: TrackedTrend, { pages }: Story): void {
    for (const { page, bucket } of pages) {
      const known = trend.pages.get(bucket) ?? new Set();
      trend.pages.set(bucket, known.add(page));
      this.#byPage.set(page, trend);
    }
  }

  #weight(token: string): number {
    return this.#weights.get(token) ?? 0;
  }

  #lengthOfTrend(trend: TrackedTrend): number {
    const known = this.#lengths.get(trend) ?? this.#lengthOf(sharesOf(trend));
    this.#lengths.set(trend, known);
    return known;
  }

  #lengthOf(words: ReadonlyMap<string, number>): number {
    let squares = 0;
    for (const [token, share] of words) squares += (this.#weight(token) * share) ** 2;
    return Math.sqrt(squares);
  }

  #trendsWith(token: string): Set<TrackedTrend> {
    const known = this.#byToken.get(token);
    if (known !== undefined) return known;
    const none = new Set<TrackedTrend>();
    this.#byToken.set(token, none);
    return none;
  }
}

/** The share of a trend's headlines that have a word. */
function shareOf({ tokens, headlines }: TrackedTrend, token: string): number {
  return (tokens.get(token) ?? 0) / headlines;
}

const sharesOf = (trend: TrackedTrend): Map<string, number> =>
  new Map([...trend.tokens.keys()].map((token) => [token, shareOf(trend, token)]));

/** A headline has each of its words. */
const fullShares = (tokens: ReadonlySet<string>): Map<string, number> =>
  new Map([...tokens].map((token) => [token, 1]));
