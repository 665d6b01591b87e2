import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { getPipeline, type Pipeline, updatePipeline } from "../../../../client/api.ts";
import { dataOf } from "../../api/client.ts";
import { BrandName } from "../../content/brand-name.tsx";
import { Button } from "../../parts/button.tsx";
import { Empty, Notice } from "../../parts/notices.tsx";
import { Page } from "../../parts/page.tsx";
import { QueryView } from "../../parts/query-view.tsx";
import { showToast } from "../../parts/toasts.tsx";
import { useMay } from "../../session/session.ts";
import { changesIn, differencesOf, draftOf, type PipelineDraft } from "./pipeline-draft.ts";
import { PipelineForm } from "./pipeline-form.tsx";
import { pipelineQuery } from "./queries.ts";

/** `/app/pipelines/$pipelineId/edit`. */
export function EditPipeline() {
  const { pipelineId } = useParams({ from: "/app/pipelines/$pipelineId/edit" });
  const query = useQuery(pipelineQuery(pipelineId));
  const mayWrite = useMay("write");
  return (
    <Page title="Edit the pipeline">
      {mayWrite ? (
        <QueryView query={query}>{(pipeline) => <EditForm key={pipeline.id} latest={pipeline} />}</QueryView>
      ) : (
        <Empty>The key of this session may only read. A key that may write can change pipelines.</Empty>
      )}
    </Page>
  );
}

/** @param latest the pipeline as it was read last, while the form is open */
function EditForm({ latest }: { latest: Pipeline }) {
  const { id, brandId } = latest;
  const [base, setBase] = useState(latest);
  // The last version that the person at the screen has seen.
  const [seenAt, setSeenAt] = useState(latest.updatedAt);
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { queryKey } = pipelineQuery(id);
  const save = useMutation({
    mutationFn: async (draft: PipelineDraft) => {
      const current = await dataOf(getPipeline({ id }));
      if (current.updatedAt !== seenAt) {
        // Someone else has saved a change. The form says so, and what to do.
        queryClient.setQueryData(queryKey, current);
        return null;
      }
      const pipelineChanges = changesIn(draft, base);
      return Object.keys(pipelineChanges).length === 0
        ? current
        : dataOf(updatePipeline({ id, pipelineChanges }));
    },
    onSuccess: (pipeline) => {
      if (pipeline === null) return;
      queryClient.setQueryData(queryKey, pipeline);
      void queryClient.invalidateQueries({ queryKey: ["pipelines"] });
      showToast(`The pipeline “${pipeline.name}” was saved.`);
      void navigate({ to: "/app/pipelines/$pipelineId", params: { pipelineId: id }, ignoreBlocker: true });
    },
  });
  const isSaved = save.data !== undefined && save.data !== null;
  const isChanged = latest.updatedAt !== seenAt && !isSaved;
  return (
    <>
      <p className="soft">
        A pipeline of <BrandName brandId={brandId} />. Changes apply to its next runs.
      </p>
      <PipelineForm
        key={base.updatedAt}
        brandId={brandId}
        initial={draftOf(base)}
        action="Save"
        busy={save.isPending}
        error={save.error}
        onSubmit={(draft) => save.mutate(draft)}
        others={
          <Link className="button" to="/app/pipelines/$pipelineId" params={{ pipelineId: id }}>
            Cancel
          </Link>
        }
      >
        {isChanged ? (
          <Notice kind="warning">
            <div className="stack stack-tight">
              <p>
                Someone else has changed this pipeline meanwhile: {differencesOf(base, latest).join(", ")}.
                Nothing was overwritten.
              </p>
              <div className="row">
                <Button small onClick={() => setSeenAt(latest.updatedAt)}>
                  Keep what I typed
                </Button>
                <Button
                  small
                  onClick={() => {
                    setSeenAt(latest.updatedAt);
                    setBase(latest);
                  }}
                >
                  Discard it and show their version
                </Button>
              </div>
              <p className="small">
                If you keep it, “Save” changes only the fields that you have changed. Their other changes
                stay.
              </p>
            </div>
          </Notice>
        ) : null}
      </PipelineForm>
    </>
  );
}
