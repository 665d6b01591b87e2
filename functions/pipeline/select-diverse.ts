import type { Candidate } from "./rank.ts";
import { type ComparedTitle, isSameThing, similarityOf, titleComparer } from "./title-similarity.ts";

/** At most so many stories of a run are about one thing. */
export const storiesPerThingMax = 2;

// What a repetition deducts from the score of a candidate.
const titleWeight = 0.5;
const hostWeight = 0.15;
const sourceWeight = 0.15;
const topicWeight = 0.1;

export interface Selected<Story> {
  candidate: Story;
  /** What was deducted from its score, because it repeats stories that were selected before: 0 to 0.9. */
  repetition: number;
}

/** A candidate, compared with the stories selected so far. */
interface Compared<Story> {
  candidate: Story;
  title: ComparedTitle;
  host: string;
  /** The highest similarity of its title to that of a selected story. */
  similarity: number;
  /** The selected stories about the same thing. */
  same: Set<Story>;
}

/**
 * Selects different stories, one after the other: each time the one with the highest score after a deduction for what it
 * repeats of the stories selected before (maximal marginal relevance, Carbonell and Goldstein 1998). A candidate can repeat a
 * similar title, and the same host, source or topic. At most two stories about one thing are selected, also if there are no
 * others. The time that it takes is in proportion to candidates times `count`.
 * @param candidates the best first; of equal ones the first is selected
 */
export function selectDiverse<Story extends Candidate>(
  candidates: readonly Story[],
  count: number,
): Selected<Story>[] {
  const compared = titleComparer();
  let open = candidates.map((candidate): Compared<Story> => {
    const host = new URL(candidate.item.url).hostname.replace(/^www\./, "");
    return { candidate, title: compared(candidate.item), host, similarity: 0, same: new Set() };
  });
  const repetitions = countedRepetitions();
  const selected: Selected<Story>[] = [];
  while (selected.length < count) {
    let best: { one: Compared<Story>; repetition: number } | null = null;
    for (const one of open) {
      const repetition = titleWeight * one.similarity + repetitions.of(one);
      if (best === null || one.candidate.score - repetition > best.one.candidate.score - best.repetition)
        best = { one, repetition };
    }
    if (best === null) break;
    const { one: chosen, repetition } = best;
    selected.push({ candidate: chosen.candidate, repetition });
    repetitions.add(chosen);
    open = open.filter((one) => one !== chosen);
    for (const one of open) compareWith(chosen, one);
    open = open.filter((one) => one.same.size < storiesPerThingMax);
  }
  return selected;
}

/** Compares a candidate with the story selected last. */
function compareWith<Story>(chosen: Compared<Story>, one: Compared<Story>): void {
  one.similarity = Math.max(one.similarity, similarityOf(one.title, chosen.title));
  const thing = [...chosen.same, chosen.candidate];
  if (isSameThing(one.title, chosen.title) || thing.some((story) => one.same.has(story)))
    for (const story of thing) one.same.add(story);
}

type Counts = Map<string, number>;

function increment(counts: Counts, keys: readonly string[]): void {
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** 0 for what no selected story has, 0.5 for what one has, and closer to 1 with each further one. */
const wear = (counts: Counts) => (key: string) => 1 - 2 ** -(counts.get(key) ?? 0);

/** Counts the hosts, sources and topics of the selected stories. */
function countedRepetitions() {
  const hosts: Counts = new Map();
  const sources: Counts = new Map();
  const topics: Counts = new Map();
  return {
    add({ host, candidate }: Compared<Candidate>) {
      increment(hosts, [host]);
      increment(sources, candidate.sources);
      increment(topics, candidate.topics);
    },
    of({ host, candidate }: Compared<Candidate>): number {
      // The least used source counts: a story that a new source reports too repeats no source.
      const leastUsed = Math.min(1, ...candidate.sources.map(wear(sources)));
      const topicWear = candidate.topics.map(wear(topics)).reduce((sum, one) => sum + one, 0);
      return (
        hostWeight * wear(hosts)(host) +
        sourceWeight * leastUsed +
        topicWeight * (topicWear / Math.max(1, candidate.topics.length))
      );
    },
  };
}
