import type { Pipeline } from "../../domain/pipeline.ts";
import { pluralize } from "../../domain/pluralize.ts";
import { detectTrends, type Trend } from "../detect-trends.ts";
import { type Candidate, rank as rankItems } from "../rank.ts";
import type { SourceItem } from "../sources/source.ts";

export type { Candidate, Trend };

/** Ranks the items by their score for the pipeline, and detects trends among them. */
export function rank(
  items: readonly SourceItem[],
  { topics }: Pipeline,
  nowMs: number,
): { candidates: Candidate[]; trends: Trend[]; detail: string } {
  const candidates = rankItems(items, { topics, nowMs });
  const trends = detectTrends(candidates);
  const about = topics.length === 0 ? "" : " on the pipeline's topics";
  const detail = `${pluralize(candidates.length, "candidate")}${about}, ${pluralize(trends.length, "trend")}`;
  return { candidates, trends, detail };
}
