import { Link } from "@tanstack/react-router";
import type { PostReason } from "../../../../client/api.ts";
import { UserText } from "../../parts/user-text.tsx";
import { formatNumber } from "../../text/numbers.ts";

/** Why a run chose the story of a post: a sentence, the score and its parts, and the trend. */
export function PostReasonView({ reason }: { reason: PostReason | null }) {
  if (reason === null) return null;
  const { text, score, terms, trend } = reason;
  return (
    <details className="small">
      <summary>
        Why: <UserText>{text}</UserText>
      </summary>
      <dl className="facts">
        <dt>Score</dt>
        <dd>{formatNumber(score)} of 1</dd>
        <dt>Match with the topics</dt>
        <dd>{terms.relevance === null ? "the pipeline has no topics" : formatNumber(terms.relevance)}</dd>
        <dt>Freshness</dt>
        <dd>{formatNumber(terms.freshness)}</dd>
        <dt>Number of sources</dt>
        <dd>{formatNumber(terms.corroboration)}</dd>
        <dt>Deducted for repetition</dt>
        <dd>{formatNumber(terms.repetition)}</dd>
        {trend === null ? null : (
          <>
            <dt>Trend</dt>
            <dd>
              <Link to="/app/trends/$trendId" params={{ trendId: trend.id }}>
                <UserText>{trend.title}</UserText>
              </Link>
            </dd>
          </>
        )}
      </dl>
    </details>
  );
}
