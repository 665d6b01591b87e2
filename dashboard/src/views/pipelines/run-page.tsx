import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { cancelRun, getRun, type Run } from "../../../../client/api.ts";
import { useBrand } from "../../api/brands.ts";
import { dataOf } from "../../api/client.ts";
import { useKeyedMutation } from "../../api/keyed-mutation.ts";
import { progressRefreshMs } from "../../api/query-client.ts";
import { BrandName } from "../../content/brand-name.tsx";
import { runStatuses, StatusBadge } from "../../content/statuses.tsx";
import { Button } from "../../parts/button.tsx";
import { Confirm } from "../../parts/confirm.tsx";
import { Notice } from "../../parts/notices.tsx";
import { Page } from "../../parts/page.tsx";
import { Panel } from "../../parts/panel.tsx";
import { QueryView } from "../../parts/query-view.tsx";
import { Time } from "../../parts/time.tsx";
import { UserText } from "../../parts/user-text.tsx";
import { useMay } from "../../session/session.ts";
import { countOf } from "../../text/numbers.ts";
import { PipelineName, usePipelineName } from "./pipeline-name.tsx";
import { adviceOn } from "./run-advice.ts";
import { RunFigures, RunUsage } from "./run-figures.tsx";
import { RunPosts } from "./run-posts.tsx";
import { RunStages } from "./run-stages.tsx";
import { RunDuration, triggers } from "./run-table.tsx";

const isUnderWay = ({ status }: Run) => status === "queued" || status === "running";

/** `/app/runs/$runId`: the progress and the results of a run. */
export function RunPage() {
  const { runId } = useParams({ from: "/app/runs/$runId" });
  const query = useQuery({
    queryKey: ["run", runId],
    queryFn: ({ signal }) => dataOf(getRun({ id: runId }, { signal })),
    // A run that has ended does not change.
    refetchInterval: ({ state }) =>
      state.data !== undefined && isUnderWay(state.data) ? progressRefreshMs : false,
  });
  const name = usePipelineName(query.data?.pipelineId ?? "");
  return (
    <Page title={name === "" ? "Run" : `Run of ${name}`}>
      <QueryView query={query}>{(run) => <Content key={run.runId} run={run} />}</QueryView>
    </Page>
  );
}

function Content({ run }: { run: Run }) {
  const { runId, pipelineId, brandId, trigger, status, createdAt, startedAt, finishedAt } = run;
  const zone = useBrand(brandId)?.timezone;
  const mayWrite = useMay("write");
  return (
    <>
      <div className="row row-apart">
        <div className="row" role="status">
          <StatusBadge of={runStatuses} status={status} />
          <span>{progressOf(run)}</span>
        </div>
        {mayWrite && isUnderWay(run) ? <CancelButton runId={runId} /> : null}
      </div>
      <RunProblem run={run} />
      <Panel title="Stages">
        <RunStages stages={run.stages} />
      </Panel>
      {status === "succeeded" ? (
        <Panel title="Posts">
          <RunPosts outputs={run.outputs} zone={zone} />
        </Panel>
      ) : null}
      {run.usage === null ? null : (
        <Panel title="Model">
          <RunUsage usage={run.usage} />
        </Panel>
      )}
      {status === "succeeded" && run.outputs.length > 0 ? (
        <Panel title="Figures">
          <RunFigures runId={runId} zone={zone} />
        </Panel>
      ) : null}
      <Panel title="About this run">
        <dl className="facts">
          <dt>Pipeline</dt>
          <dd>
            <Link to="/app/pipelines/$pipelineId" params={{ pipelineId }}>
              <PipelineName pipelineId={pipelineId} />
            </Link>
          </dd>
          <dt>Brand</dt>
          <dd>
            <BrandName brandId={brandId} />
          </dd>
          <dt>Started</dt>
          <dd>{triggers[trigger]}</dd>
          <dt>Queued</dt>
          <dd>
            <Time at={createdAt} zone={zone} />
          </dd>
          <dt>Begun</dt>
          <dd>
            <Time at={startedAt} zone={zone} />
          </dd>
          <dt>Ended</dt>
          <dd>
            <Time at={finishedAt} zone={zone} />
          </dd>
          <dt>Duration</dt>
          <dd>
            <RunDuration run={run} />
          </dd>
          <dt>Id</dt>
          <dd>
            <code>{runId}</code>
          </dd>
        </dl>
      </Panel>
    </>
  );
}

/** The progress of a run, in a sentence. Screen readers read it aloud when it changes. */
function progressOf({ status, stages, outputs }: Run): string {
  switch (status) {
    case "queued":
      return "It begins as soon as the organization has room for another run.";
    case "running": {
      const done = stages.filter((stage) => stage.status === "succeeded").length;
      return `${done} of ${countOf(stages.length, "stage")} done.`;
    }
    case "succeeded":
      return `It made ${countOf(outputs.length, "post")}.`;
    case "failed":
      return "It made no posts.";
  }
}

/** Why a run has failed, and what to do. */
function RunProblem({ run: { error } }: { run: Run }) {
  if (error === null) return null;
  return (
    <Notice kind={error.code === "cancelled" ? "warning" : "bad"}>
      <UserText>{error.message}</UserText> {adviceOn(error)}
    </Notice>
  );
}

function CancelButton({ runId }: { runId: string }) {
  const [isAsking, setIsAsking] = useState(false);
  const queryClient = useQueryClient();
  const cancel = useKeyedMutation((id: string, idempotencyKey) => dataOf(cancelRun({ id, idempotencyKey })), {
    onSuccess: (run) => {
      queryClient.setQueryData(["run", runId], run);
      void queryClient.invalidateQueries({ queryKey: ["runs"] });
    },
  });
  return (
    <>
      <Button look="danger" onClick={() => setIsAsking(true)}>
        Cancel the run
      </Button>
      {isAsking ? (
        <Confirm
          title="Cancel this run?"
          action="Cancel the run"
          busy={cancel.isPending}
          error={cancel.error}
          onConfirm={() => cancel.mutate(runId)}
          onClose={() => setIsAsking(false)}
        >
          The run ends and makes no posts. The pipeline can run again at any time.
        </Confirm>
      ) : null}
    </>
  );
}
