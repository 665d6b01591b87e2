import { useMutation, useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { listOrganizationRuns, type Pipeline, previewRun } from "../../../../client/api.ts";
import { useBrand } from "../../api/brands.ts";
import { dataOf } from "../../api/client.ts";
import { Button } from "../../parts/button.tsx";
import { Empty, ErrorNotice, Loading } from "../../parts/notices.tsx";
import { Page } from "../../parts/page.tsx";
import { Panel } from "../../parts/panel.tsx";
import { QueryView } from "../../parts/query-view.tsx";
import { useMay } from "../../session/session.ts";
import { NextTimes } from "./next-times.tsx";
import { PipelineActions } from "./pipeline-actions.tsx";
import { PipelineChannels, PipelineFacts, PipelineSources } from "./pipeline-facts.tsx";
import { pipelineQuery } from "./queries.ts";
import { RunPreviewView } from "./run-preview.tsx";
import { RunTable } from "./run-table.tsx";
import { scheduleInWords } from "./schedule-words.ts";

/** `/app/pipelines/$pipelineId`. */
export function PipelinePage() {
  const { pipelineId } = useParams({ from: "/app/pipelines/$pipelineId" });
  const query = useQuery(pipelineQuery(pipelineId));
  return (
    <Page title={query.data?.name ?? "Pipeline"}>
      <QueryView query={query}>{(pipeline) => <Content key={pipeline.id} pipeline={pipeline} />}</QueryView>
    </Page>
  );
}

function Content({ pipeline }: { pipeline: Pipeline }) {
  const { id, brandId, status, schedule } = pipeline;
  const zone = useBrand(brandId)?.timezone;
  const mayWrite = useMay("write");
  const preview = useMutation({ mutationFn: () => dataOf(previewRun({ id })) });
  const runs = useQuery({
    queryKey: ["runs", "of pipeline", id],
    queryFn: ({ signal }) => dataOf(listOrganizationRuns({ pipelineId: id, limit: 10 }, { signal })),
  });
  const lastRun = runs.data?.data.find((run) => run.finishedAt !== null);
  return (
    <>
      {mayWrite ? (
        <PipelineActions
          pipeline={pipeline}
          isPreviewing={preview.isPending}
          onPreview={() => preview.mutate()}
        />
      ) : null}
      {preview.isIdle ? null : (
        <Panel
          title="Preview of a run"
          actions={
            preview.isPending ? null : (
              <Button small onClick={() => preview.reset()}>
                Close the preview
              </Button>
            )
          }
        >
          {preview.isPending ? (
            <>
              <p>
                Reading the sources and writing the posts. This takes up to ten seconds. Nothing is stored.
              </p>
              <Loading lines={4} />
            </>
          ) : null}
          <ErrorNotice error={preview.error} onRetry={() => preview.mutate()} />
          {preview.data === undefined ? null : <RunPreviewView preview={preview.data} zone={zone} />}
        </Panel>
      )}
      <Panel title="Schedule">
        <p>{scheduleInWords(schedule, zone)}</p>
        {schedule === null ? null : status === "active" ? (
          <>
            <p className="soft small">The next five times:</p>
            <NextTimes schedule={schedule} zone={zone} />
          </>
        ) : (
          <>
            <p>
              {status === "draft"
                ? "The pipeline is a draft: the schedule does not run it until someone activates it."
                : "The pipeline is paused: the schedule does not run it."}
            </p>
            <p className="soft small">If it were active, the next five times would be:</p>
            <NextTimes schedule={schedule} zone={zone} />
          </>
        )}
      </Panel>
      <Panel title="Sources">
        <PipelineSources pipeline={pipeline} lastRun={lastRun} />
      </Panel>
      <Panel title="Channels">
        <PipelineChannels pipeline={pipeline} />
      </Panel>
      <Panel title="Settings">
        <PipelineFacts pipeline={pipeline} zone={zone} />
      </Panel>
      <Panel
        title="Latest runs"
        actions={
          <Link to="/app/runs" search={{ pipelineId: id }}>
            All runs
          </Link>
        }
      >
        <QueryView query={runs}>
          {({ data }) =>
            data.length === 0 ? (
              <Empty>
                It has not run yet. It runs at the next time of its schedule, or when someone runs it.
              </Empty>
            ) : (
              <RunTable runs={data} withPipeline={false} />
            )
          }
        </QueryView>
      </Panel>
    </>
  );
}
