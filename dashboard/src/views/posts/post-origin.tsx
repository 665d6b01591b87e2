import { Link } from "@tanstack/react-router";
import type { Post, PostReason } from "../../../../client/api.ts";
import { ReasonFacts } from "../../content/reason-facts.tsx";
import { Panel } from "../../parts/panel.tsx";
import { UserText } from "../../parts/user-text.tsx";

/** Why a run has chosen the story of a post, and which writer wrote the text. */
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

function Reason({ reason }: { reason: PostReason }) {
  return (
    <>
      <p>
        <UserText>{reason.text}</UserText>
      </p>
      <ReasonFacts reason={reason} />
    </>
  );
}
