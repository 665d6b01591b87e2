import { fingerprint } from "../fingerprint.ts";
import type { RankedCandidate } from "../rank.ts";
import { reasonFor } from "../reason.ts";
import { selectDiverse } from "../select-diverse.ts";

/**
 * Chooses the best candidates that differ and that the brand has not posted, and gives each its reason. A story counts as
 * posted if any of its items was posted: another source may have reported it first, or the item that was posted may have left
 * its feed.
 * @param posted the fingerprints of the items that the brand has posted
 * @returns also the fingerprints to remember: of all items of the chosen stories, and of the stories that were posted before
 */
export function choose(
  candidates: readonly RankedCandidate[],
  posted: ReadonlySet<string>,
  { count, nowMs }: { count: number; nowMs: number },
): { chosen: RankedCandidate[]; chosenItems: string[]; seenItems: string[]; postedBefore: number } {
  const isPosted = ({ members }: RankedCandidate) => members.some((item) => posted.has(fingerprint(item)));
  const before = candidates.filter(isPosted);
  const known = new Set(before);
  const unposted = candidates.filter((candidate) => !known.has(candidate));
  const chosen = selectDiverse(unposted, count).map((selected) => ({
    ...selected.candidate,
    reason: reasonFor(selected, nowMs),
  }));
  return {
    chosen,
    chosenItems: fingerprintsOf(chosen),
    seenItems: fingerprintsOf(before),
    postedBefore: before.length,
  };
}

function fingerprintsOf(candidates: readonly RankedCandidate[]): string[] {
  return [...new Set(candidates.flatMap(({ members }) => members.map(fingerprint)))];
}
