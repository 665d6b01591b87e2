import type { PostReason } from "../domain/post-reason.ts";
import { dayMs } from "../domain/time.ts";
import { groupItems, type ItemGroup, order } from "./group-items.ts";
import {
  type CompareWord,
  mentions,
  type Phrase,
  rememberingWords,
  searchedItem,
  toPhrase,
} from "./phrases.ts";
import type { SourceItem } from "./sources/source.ts";

/** A story that could become a post. */
export interface Candidate {
  /** The earliest of its members. */
  item: SourceItem;
  /** All items about the story. */
  members: readonly SourceItem[];
  /** 0 to 1. */
  score: number;
  /** The pipeline's topics that it is about, as the pipeline writes them. */
  topics: string[];
  /** Every source that reports it. */
  sources: string[];
  /** The rising trend that the story belongs to, if it belongs to one. */
  trend?: NonNullable<PostReason["trend"]>;
  /** Why a run chose it, if one did. */
  reason?: PostReason;
}

/** A candidate with the parts of its score, each from 0 to 1. */
export interface RankedCandidate extends Candidate {
  terms: {
    /** How well it matches the pipeline's topics; null if the pipeline has none. */
    relevance: number | null;
    /** Halves with each day since the latest report. */
    freshness: number;
    /** 0 with one source, and closer to 1 with each further one. */
    corroboration: number;
  };
}

const halfLifeMs = dayMs;
/** The freshness of an item without a date: neither new nor worthless. */
const undatedAgeMs = 3 * dayMs;
const titleWeight = 0.7;
const summaryWeight = 0.4;

/**
 * The candidates among the items of a pipeline's sources, best first. A story of several sources is one candidate with a
 * higher score. If the pipeline has topics, stories about none of them are left out. The result does not depend on the
 * order of the items.
 */
export function rank(
  items: readonly SourceItem[],
  { topics, nowMs }: { topics: readonly string[]; nowMs: number },
): RankedCandidate[] {
  const compare = rememberingWords();
  const phrases = topics.map((topic) => toPhrase(topic, compare));
  return groupItems(items)
    .map((group) => toCandidate(group, topicRelevance(group, phrases, compare), nowMs))
    .filter((candidate) => topics.length === 0 || candidate.topics.length > 0)
    .toSorted(
      (a, b) =>
        b.score - a.score ||
        order(b.item.publishedAt ?? "", a.item.publishedAt ?? "") ||
        order(a.item.url, b.item.url),
    );
}

function toCandidate(
  group: ItemGroup,
  { relevance, topics }: { relevance: number | null; topics: string[] },
  nowMs: number,
): RankedCandidate {
  const [item] = group;
  const sources = [...new Set(group.map(({ source }) => source))].toSorted(order);
  const corroboration = 1 - 1 / sources.length;
  const freshness = Math.max(...group.map(({ publishedAt }) => recencyOf(publishedAt, nowMs)));
  const score =
    relevance === null
      ? 0.75 * freshness + 0.25 * corroboration
      : 0.5 * relevance + 0.35 * freshness + 0.15 * corroboration;
  return {
    item,
    score: rounded(score),
    topics,
    sources,
    members: group,
    terms: {
      relevance: relevance === null ? null : rounded(relevance),
      freshness: rounded(freshness),
      corroboration: rounded(corroboration),
    },
  };
}

/** Enough digits to tell candidates apart. */
export function rounded(figure: number): number {
  return Math.round(figure * 10_000) / 10_000;
}

/** Each matching topic closes a part of the distance to 1: a larger part in a title than in a summary. */
function topicRelevance(
  group: ItemGroup,
  phrases: readonly Phrase[],
  compare: CompareWord,
): { relevance: number | null; topics: string[] } {
  if (phrases.length === 0) return { relevance: null, topics: [] };
  const items = group.map((item) => searchedItem(item, compare));
  const weightOf = (phrase: Phrase) => {
    if (items.some(({ title }) => mentions(title, phrase))) return titleWeight;
    return items.some(({ summary }) => mentions(summary, phrase)) ? summaryWeight : 0;
  };
  const met = phrases
    .map((phrase) => ({ topic: phrase.text, weight: weightOf(phrase) }))
    .filter(({ weight }) => weight > 0);
  const missed = met.reduce((product, { weight }) => product * (1 - weight), 1);
  return { relevance: 1 - missed, topics: met.map(({ topic }) => topic) };
}

function recencyOf(publishedAt: string | null, nowMs: number): number {
  const ageMs = publishedAt === null ? undatedAgeMs : Math.max(0, nowMs - Date.parse(publishedAt));
  return 2 ** (-ageMs / halfLifeMs);
}
