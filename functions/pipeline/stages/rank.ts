import type { Brand } from "../../domain/brand.ts";
import type { Pipeline } from "../../domain/pipeline.ts";
import { pluralize } from "../../domain/pluralize.ts";
import { withoutAvoided } from "../avoid.ts";
import { detectTrends, type Trend } from "../detect-trends.ts";
import { type Candidate, type RankedCandidate, rank as rankItems } from "../rank.ts";
import type { SourceItem } from "../sources/source.ts";

export type { Candidate, Trend };

/** Ranks the items by their score for the pipeline, leaves out what the brand avoids, and detects trends among the others. */
export function rank(
  items: readonly SourceItem[],
  { topics }: Pipeline,
  { settings }: Brand,
  nowMs: number,
): { candidates: readonly RankedCandidate[]; trends: Trend[]; detail: string } {
  const { candidates, avoided } = withoutAvoided(rankItems(items, { topics, nowMs }), settings.avoid);
  const trends = detectTrends(candidates);
  const about = topics.length === 0 ? "" : " on the pipeline's topics";
  const leftOut = avoided === 0 ? "" : `; ${avoided} left out because the brand avoids them`;
  const detail = `${pluralize(candidates.length, "candidate")}${about}, ${pluralize(trends.length, "trend")}${leftOut}`;
  return { candidates, trends, detail };
}
