import type { Run } from "../domain/run.ts";
import { postedLinksAmong } from "../table/posted-stories.ts";
import type { Table } from "../table/store/table.ts";
import type { RankedCandidate } from "./rank.ts";
import { choose } from "./stages/choose.ts";

/**
 * Chooses candidates like `choose`, and leaves out stories whose link a person has posted by hand. Only the links of chosen
 * candidates are looked up, because a brand can have any number of posts by hand. Each link is looked up once.
 * @returns the fingerprints to remember as `sighted`, and how many stories were left out as `postedByHand`
 */
export async function chooseUnposted(
  table: Table,
  run: Run,
  candidates: readonly RankedCandidate[],
  { posted, ...given }: { posted: ReadonlySet<string>; count: number; nowMs: number },
): Promise<{ chosen: RankedCandidate[]; sighted: string[]; postedByHand: number }> {
  const known = new Set(posted);
  const lookedUp = new Set<string>();
  let postedByRuns: number | undefined;
  for (;;) {
    const { chosen, chosenItems, seenItems, postedBefore } = choose(candidates, known, given);
    postedByRuns ??= postedBefore;
    const unknown = chosenItems.filter((fingerprint) => !lookedUp.has(fingerprint));
    const found = await postedLinksAmong(table, run, unknown);
    if (found.length === 0) {
      const sighted = [...chosenItems, ...seenItems];
      return { chosen, sighted, postedByHand: postedBefore - postedByRuns };
    }
    for (const fingerprint of unknown) lookedUp.add(fingerprint);
    for (const fingerprint of found) known.add(fingerprint);
  }
}
