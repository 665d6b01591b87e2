import { dayMs } from "../domain/time.ts";
import { groupItems, type ItemGroup, order } from "./group-items.ts";
import type { SourceItem } from "./sources/source.ts";
import { foldedWords, mentions } from "./words.ts";

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
): Candidate[] {
  return groupItems(items)
    .map((group) => toCandidate(group, topics, nowMs))
    .filter((candidate) => topics.length === 0 || candidate.topics.length > 0)
    .toSorted(
      (a, b) =>
        b.score - a.score ||
        order(b.item.publishedAt ?? "", a.item.publishedAt ?? "") ||
        order(a.item.url, b.item.url),
    );
}

function toCandidate(group: ItemGroup, topics: readonly string[], nowMs: number): Candidate {
  const [item] = group;
  const sources = [...new Set(group.map(({ source }) => source))].toSorted(order);
  const relevance = topicRelevance(group, topics);
  const corroboration = 1 - 1 / sources.length;
  const recency = Math.max(...group.map(({ publishedAt }) => recencyOf(publishedAt, nowMs)));
  const score =
    topics.length === 0
      ? 0.75 * recency + 0.25 * corroboration
      : 0.5 * relevance.score + 0.35 * recency + 0.15 * corroboration;
  return {
    item,
    score: Math.round(score * 10_000) / 10_000,
    topics: relevance.topics,
    sources,
    members: group,
  };
}

/** Each matching topic closes a part of the distance to 1: a larger part in a title than in a summary. */
function topicRelevance(group: ItemGroup, topics: readonly string[]): { score: number; topics: string[] } {
  const titles = group.map(({ title }) => foldedWords(title)).join("|");
  const summaries = group.map(({ summary }) => foldedWords(summary)).join("|");
  const met = topics
    .map((topic) => ({
      topic,
      weight: mentions(titles, topic) ? titleWeight : mentions(summaries, topic) ? summaryWeight : 0,
    }))
    .filter(({ weight }) => weight > 0);
  const missed = met.reduce((product, { weight }) => product * (1 - weight), 1);
  return { score: 1 - missed, topics: met.map(({ topic }) => topic) };
}

function recencyOf(publishedAt: string | null, nowMs: number): number {
  const ageMs = publishedAt === null ? undatedAgeMs : Math.max(0, nowMs - Date.parse(publishedAt));
  return 2 ** (-ageMs / halfLifeMs);
}
