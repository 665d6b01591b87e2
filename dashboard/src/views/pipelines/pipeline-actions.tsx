import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { deletePipeline, type Pipeline, triggerRun, updatePipeline } from "../../../../client/api.ts";
import { dataOf } from "../../api/client.ts";
import { useKeyedMutation } from "../../api/keyed-mutation.ts";
import { Button } from "../../parts/button.tsx";
import { Confirm } from "../../parts/confirm.tsx";
import { ErrorNotice } from "../../parts/notices.tsx";
import { showToast } from "../../parts/toasts.tsx";
import { UserText } from "../../parts/user-text.tsx";
import { pipelineQuery } from "./queries.ts";

interface PipelineActionsProps {
  pipeline: Pipeline;
  /** Whether a preview is being made. */
  isPreviewing: boolean;
  onPreview: () => void;
}

/** What one can do with a pipeline, for a session that may write. */
export function PipelineActions({ pipeline, isPreviewing, onPreview }: PipelineActionsProps) {
  const { id, status } = pipeline;
  const [isDeleting, setIsDeleting] = useState(false);
  const run = useRunNow();
  const change = useStatusChange(pipeline);
  return (
    <div className="stack stack-tight">
      <div className="row">
        <Button look="primary" busy={run.isPending} onClick={() => run.mutate(id)}>
          Run now
        </Button>
        <Button busy={isPreviewing} onClick={onPreview}>
          Preview
        </Button>
        {status === "active" ? (
          <Button busy={change.isPending} onClick={() => change.mutate("paused")}>
            Pause
          </Button>
        ) : (
          <Button busy={change.isPending} onClick={() => change.mutate("active")}>
            Activate
          </Button>
        )}
        <Link className="button" to="/app/pipelines/$pipelineId/edit" params={{ pipelineId: id }}>
          Edit
        </Link>
        <Button look="danger" onClick={() => setIsDeleting(true)}>
          Delete
        </Button>
      </div>
      <ErrorNotice error={run.error} />
      <ErrorNotice error={change.error} />
      {isDeleting ? <DeleteConfirm pipeline={pipeline} onClose={() => setIsDeleting(false)} /> : null}
    </div>
  );
}

/** Starts a run and goes to it. */
function useRunNow() {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  return useKeyedMutation((id: string, idempotencyKey) => dataOf(triggerRun({ id, idempotencyKey })), {
    onSuccess: (run) => {
      queryClient.setQueryData(["run", run.runId], run);
      void queryClient.invalidateQueries({ queryKey: ["runs"] });
      void navigate({ to: "/app/runs/$runId", params: { runId: run.runId } });
    },
  });
}

/** Activates or pauses a pipeline, with an undo. An activated draft has no undo: it cannot become a draft again. */
function useStatusChange(pipeline: Pipeline) {
  const { id, name } = pipeline;
  const queryClient = useQueryClient();
  const set = async (status: "active" | "paused") => {
    const changed = await dataOf(updatePipeline({ id, pipelineChanges: { status } }));
    queryClient.setQueryData(pipelineQuery(id).queryKey, changed);
    void queryClient.invalidateQueries({ queryKey: ["pipelines"] });
  };
  return useMutation({
    mutationFn: set,
    onSuccess: (_, status) => {
      const before = pipeline.status;
      const undo = () =>
        void set(before === "active" ? "active" : "paused").catch(() =>
          showToast(`The status of “${name}” could not be changed back. Look at its page.`),
        );
      const text =
        status === "active" ? `“${name}” is active.` : `“${name}” is paused: its schedule does not run it.`;
      showToast(text, before === "draft" ? undefined : undo);
    },
  });
}

function DeleteConfirm({ pipeline: { id, name }, onClose }: { pipeline: Pipeline; onClose: () => void }) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const remove = useMutation({
    mutationFn: () => dataOf(deletePipeline({ id })),
    onSuccess: async () => {
      showToast(`The pipeline “${name}” was deleted.`);
      await navigate({ to: "/app/pipelines" });
      queryClient.removeQueries({ queryKey: pipelineQuery(id).queryKey });
      void queryClient.invalidateQueries({ queryKey: ["pipelines"] });
    },
  });
  return (
    <Confirm
      title="Delete this pipeline?"
      action="Delete the pipeline"
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <UserText>{name}</UserText> will no longer run. Its runs and posts stay, and scheduled posts still go
      out. This cannot be undone: to stop the schedule only, pause the pipeline.
    </Confirm>
  );
}
