import type { Pipeline } from "../domain/pipeline.ts";
import type { RankedCandidate } from "./rank.ts";
import { choose } from "./stages/choose.ts";

/** What a run keeps of its ranked candidates: what its next stages need. */
export interface Shortlist {
  /** The candidates that can become posts, best first. */
  candidates: RankedCandidate[];
  /** The fingerprints to remember of stories that were posted before. */
  seenItems: string[];
}

/**
 * Other runs of the brand may take candidates before this run chooses. Then it takes the next ones. So it keeps enough for two
 * other runs with as many posts, and these candidates more.
 */
const spareCandidates = 20;
const spareRuns = 2;
/** A candidate has some 800 bytes as a rule, but a story of a hundred items can have far more. The best ones are kept. */
const shortlistBytesMax = 2_000_000;

/** Reduces ranked candidates to what can become posts, by the rules by which the posts are chosen. */
export function shortlist(
  candidates: readonly RankedCandidate[],
  posted: ReadonlySet<string>,
  { postsPerRun }: Pick<Pipeline, "postsPerRun">,
  nowMs: number,
): { kept: Shortlist; postedBefore: number } {
  const count = postsPerRun * (1 + spareRuns) + spareCandidates;
  const { chosen, seenItems, postedBefore } = choose(candidates, posted, { count, nowMs });
  return { kept: { candidates: withinBytes(chosen), seenItems }, postedBefore };
}

function withinBytes(candidates: readonly RankedCandidate[]): RankedCandidate[] {
  let bytes = 0;
  return candidates.filter((candidate) => {
    bytes += Buffer.byteLength(JSON.stringify(candidate));
    return bytes <= shortlistBytesMax;
  });
}
