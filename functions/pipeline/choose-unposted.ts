import type { Run } from "../domain/run.ts";
import { postedLinksAmong } from "../table/posted-stories.ts";
import type { Table } from "../table/store/table.ts";
import type { RankedCandidate } from "./rank.ts";
import { choose } from "./stages/choose.ts";

/**
 * Chooses candidates like `choose`, and none of which a person has made a post by hand. The links of those posts are looked up
 * for the chosen candidates only, because a brand can have any number of such posts. Each link is looked up once.
 * @returns the fingerprints to remember as `sighted`
 */
export async function chooseUnposted(
  table: Table,
  run: Run,
  candidates: readonly RankedCandidate[],
  { posted, ...given }: { posted: ReadonlySet<string>; count: number; nowMs: number },
): Promise<{ chosen: RankedCandidate[]; sighted: string[]; postedBefore: number }> {
  const known = new Set(posted);
  const lookedUp = new Set<string>();
  for (;;) {
    const { chosen, chosenItems, postedItems, postedBefore } = choose(candidates, known, given);
    const unknown = chosenItems.filter((fingerprint) => !lookedUp.has(fingerprint));
    const found = await postedLinksAmong(table, run, unknown);
    if (found.length === 0) return { chosen, sighted: [...chosenItems, ...postedItems], postedBefore };
    for (const fingerprint of unknown) lookedUp.add(fingerprint);
    for (const fingerprint of found) known.add(fingerprint);
  }
}
