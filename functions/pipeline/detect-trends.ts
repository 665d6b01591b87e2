import { order } from "./group-items.ts";
import type { Candidate } from "./rank.ts";
import { stopWords } from "./stop-words.ts";
import { fold, wordsOf } from "./words.ts";

/** A topic of more than one item or source. */
export interface Trend {
  topic: string;
  /** 0 to 1, by how good its candidates are and how many items or sources report it. */
  score: number;
  sources: string[];
}

const trendsMax = 5;
const termLengthMin = 4;

/**
 * The trends among a run's candidates, strongest first: the pipeline's topics if candidates have any, else the words that
 * their titles share.
 */
export function detectTrends(candidates: readonly Candidate[]): Trend[] {
  const haveTopics = candidates.some(({ topics }) => topics.length > 0);
  const carriers = new Map<string, { topic: string; candidates: Candidate[] }>();
  for (const candidate of candidates) {
    const topics = haveTopics ? candidate.topics : titleTerms(candidate.item.title);
    for (const [key, topic] of new Map(topics.map((one) => [fold(one), one]))) {
      const carried = carriers.get(key) ?? { topic, candidates: [] };
      carried.candidates.push(candidate);
      carriers.set(key, carried);
    }
  }
  return [...carriers.values()]
    .map(({ topic, candidates: carrying }) => toTrend(topic, carrying))
    .filter((trend) => trend !== null)
    .toSorted((a, b) => b.score - a.score || order(a.topic, b.topic))
    .slice(0, trendsMax);
}

/** Each further item or source halves the distance between the score and the mean score of its candidates. */
function toTrend(topic: string, carrying: readonly Candidate[]): Trend | null {
  const sources = [...new Set(carrying.flatMap((candidate) => candidate.sources))].toSorted(order);
  const support = Math.max(carrying.length, sources.length);
  if (support < 2) return null;
  const mean = carrying.reduce((sum, { score }) => sum + score, 0) / carrying.length;
  return { topic, score: Math.round(mean * (1 - 2 ** (1 - support)) * 10_000) / 10_000, sources };
}

function titleTerms(title: string): string[] {
  return wordsOf(title).filter(
    (word) => word.length >= termLengthMin && /\p{L}/u.test(word) && !stopWords.has(fold(word)),
  );
}
