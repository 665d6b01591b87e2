import type { Brand } from "../../domain/brand.ts";
import type { Pipeline } from "../../domain/pipeline.ts";
import { pluralize } from "../../domain/pluralize.ts";
import { withoutAvoided } from "../avoid.ts";
import { type Candidate, type RankedCandidate, rank as rankItems } from "../rank.ts";
import type { SourceItem } from "../sources/source.ts";

export type { Candidate };

/** Ranks the items by their score for the pipeline, and leaves out what the brand avoids. */
export function rank(
  items: readonly SourceItem[],
  { topics }: Pipeline,
  { settings }: Brand,
  nowMs: number,
): { candidates: readonly RankedCandidate[]; detail: string; leftOut: string } {
  const { candidates, avoided } = withoutAvoided(rankItems(items, { topics, nowMs }), settings.avoid);
  const about = topics.length === 0 ? "" : " on the pipeline's topics";
  const leftOut = avoided === 0 ? "" : `; ${avoided} left out that the brand avoids`;
  return { candidates, detail: `${pluralize(candidates.length, "candidate")}${about}`, leftOut };
}
