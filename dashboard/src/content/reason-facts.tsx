import { Link } from "@tanstack/react-router";
import type { PostReason } from "../../../client/api.ts";
import { UserText } from "../parts/user-text.tsx";
import { formatNumber, formatPercent } from "../text/numbers.ts";

/** The score for which a run chose the story of a post, its parts, and the trend. */
export function ReasonFacts({ reason: { score, terms, trend } }: { reason: PostReason }) {
  return (
    <dl className="facts">
      <dt>Score</dt>
      <dd>{formatNumber(score)} of 1</dd>
      <dt>Fits the topics</dt>
      <dd>{terms.relevance === null ? "the pipeline has no topics" : formatPercent(terms.relevance)}</dd>
      <dt>How fresh</dt>
      <dd>{formatPercent(terms.freshness)}</dd>
      <dt>In several sources</dt>
      <dd>{formatPercent(terms.corroboration)}</dd>
      <dt>Deducted as repetition</dt>
      <dd>{formatNumber(terms.repetition)}</dd>
      {trend === null ? null : (
        <>
          <dt>Trend</dt>
          <dd>
            <Link to="/app/trends/$trendId" params={{ trendId: trend.id }}>
              <UserText>{trend.title}</UserText>
            </Link>{" "}
            (score {formatNumber(trend.score)})
          </dd>
        </>
      )}
    </dl>
  );
}
