import { Link } from "@tanstack/react-router";
import type { Post, PostReason } from "../../../../client/api.ts";
import { Panel } from "../../parts/panel.tsx";
import { UserText } from "../../parts/user-text.tsx";
import { formatNumber, formatPercent } from "../../text/numbers.ts";

/** Why a run has chosen the story of a post, and what wrote it. */
export function PostOrigin({ post: { reason, generator, runId, pipelineId } }: { post: Post }) {
  if (runId === null)
    return (
      <Panel title="Why this post">
        <p>It was written by hand.</p>
      </Panel>
    );
  return (
    <Panel title="Why this post">
      {reason === null ? null : <Reason reason={reason} />}
      <dl className="facts">
        {generator === null ? null : (
          <>
            <dt>Written by</dt>
            <dd>
              {generators[generator.type]}
              {generator.fallback === null ? null : (
                <div className="small">
                  The template wrote it instead: <UserText>{generator.fallback.reason}</UserText>
                </div>
              )}
            </dd>
          </>
        )}
        <dt>Run</dt>
        <dd>
          <Link to="/app/runs/$runId" params={{ runId }}>
            See the run
          </Link>
        </dd>
        {pipelineId === null ? null : (
          <>
            <dt>Pipeline</dt>
            <dd>
              <Link to="/app/pipelines/$pipelineId" params={{ pipelineId }}>
                See the pipeline
              </Link>
            </dd>
          </>
        )}
      </dl>
    </Panel>
  );
}

const generators = {
  template: "The template",
  bedrock: "A model on Amazon Bedrock",
  openai_compatible: "The brand's model endpoint",
} as const;

function Reason({ reason: { text, score, terms, trend } }: { reason: PostReason }) {
  return (
    <>
      <p>
        <UserText>{text}</UserText>
      </p>
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
    </>
  );
}
