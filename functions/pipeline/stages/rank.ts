import type { Pipeline } from "../../domain/pipeline.ts";
import { pluralize } from "../../domain/pluralize.ts";
import { type Candidate, rank as rankItems } from "../rank.ts";
import type { SourceItem } from "../sources/source.ts";

export type { Candidate };

/** Ranks the items by their score for the pipeline. */
export function rank(
  items: readonly SourceItem[],
  { topics }: Pipeline,
  nowMs: number,
): { candidates: Candidate[]; detail: string } {
  const candidates = rankItems(items, { topics, nowMs });
  const about = topics.length === 0 ? "" : " on the pipeline's topics";
  return { candidates, detail: `${pluralize(candidates.length, "candidate")}${about}` };
}
