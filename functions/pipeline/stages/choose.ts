import { type SeenItems, seenFingerprints } from "../../domain/seen-items.ts";
import { fingerprint } from "../fingerprint.ts";
import type { Candidate } from "../rank.ts";

/**
 * Chooses the best candidates of which the pipeline has made no post. A story counts as posted if any of its items was seen:
 * another source may have reported it first, or the item that was posted may have left its feed.
 * @returns the fingerprints to remember too: of all items of the chosen stories and of those posted before
 */
export function choose(
  candidates: readonly Candidate[],
  seen: SeenItems,
  count: number,
): { chosen: Candidate[]; sighted: string[]; postedBefore: number } {
  const known = seenFingerprints(seen);
  const isPosted = ({ members }: Candidate) => members.some((item) => known.has(fingerprint(item)));
  const posted = candidates.filter(isPosted);
  const chosen = candidates.filter((candidate) => !isPosted(candidate)).slice(0, count);
  const sighted = [...chosen, ...posted].flatMap(({ members }) => members.map(fingerprint));
  return { chosen, sighted, postedBefore: posted.length };
}
