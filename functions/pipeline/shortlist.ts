import type { Pipeline } from "../domain/pipeline.ts";
import type { SeenItems } from "../domain/seen-items.ts";
import { isoTime } from "../domain/time.ts";
import { fingerprint } from "./fingerprint.ts";
import { choose } from "./stages/choose.ts";
import type { Candidate, Trend } from "./stages/rank.ts";

/** What a run keeps of its ranked candidates: what its next stages need. */
export interface Shortlist {
  /** The candidates that can become posts, best first. */
  candidates: Candidate[];
  trends: Trend[];
  /** The fingerprints to remember of stories that were posted before, without those that are remembered today already. */
  sighted: string[];
}

/**
 * Other runs of the pipeline may take candidates before this run chooses. Then it takes the next ones: so many for four other
 * runs of five posts, and more for larger runs.
 */
const spareCandidates = 20;
const spareRuns = 2;
/** Some 800 bytes a candidate as a rule, but a story of a hundred items can have more. The best ones are kept. */
const shortlistBytesMax = 2_000_000;

/** Reduces ranked candidates to what can become posts, by the rules by which the posts are chosen. */
export function shortlist(
  { candidates, trends }: Pick<Shortlist, "candidates" | "trends">,
  seen: SeenItems,
  { postsPerRun }: Pick<Pipeline, "postsPerRun">,
  nowMs: number,
): { kept: Shortlist; postedBefore: number } {
  const count = postsPerRun * (1 + spareRuns) + spareCandidates;
  const { chosen, sighted, postedBefore } = choose(candidates, seen, count);
  const open = new Set(chosen.flatMap(({ members }) => members.map(fingerprint)));
  const today = new Set(seen.days[isoTime(nowMs).slice(0, 10)]);
  return {
    kept: {
      candidates: withinBytes(chosen),
      trends,
      sighted: sighted.filter((one) => !open.has(one) && !today.has(one)),
    },
    postedBefore,
  };
}

function withinBytes(candidates: readonly Candidate[]): Candidate[] {
  let bytes = 0;
  return candidates.filter((candidate) => {
    bytes += Buffer.byteLength(JSON.stringify(candidate));
    return bytes <= shortlistBytesMax;
  });
}
