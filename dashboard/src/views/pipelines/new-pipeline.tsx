import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { createPipeline } from "../../../../client/api.ts";
import { brandsQuery } from "../../api/brands.ts";
import { dataOf } from "../../api/client.ts";
import { BrandFilter } from "../../content/brand-filter.tsx";
import { CheckField } from "../../parts/field.tsx";
import { Empty } from "../../parts/notices.tsx";
import { Page } from "../../parts/page.tsx";
import { QueryView } from "../../parts/query-view.tsx";
import { showToast } from "../../parts/toasts.tsx";
import { useMay } from "../../session/session.ts";
import { useIdempotencyKey } from "./idempotency-key.ts";
import { givenIn, newDraft, type PipelineDraft } from "./pipeline-draft.ts";
import { PipelineForm } from "./pipeline-form.tsx";

/** `/app/pipelines/new`. */
export function NewPipeline() {
  const { brandId } = useSearch({ from: "/app/pipelines/new" });
  const query = useQuery(brandsQuery);
  const mayWrite = useMay("write");
  return (
    <Page
      title="New pipeline"
      lead="All it needs is a name, a source and a channel. You can change everything later."
    >
      {mayWrite ? (
        <QueryView query={query}>
          {(brands) => {
            const chosen = brands.find(({ id }) => id === brandId) ?? brands[0];
            return chosen === undefined ? (
              <Empty>
                A pipeline belongs to a brand, and there is none yet:{" "}
                <Link to="/app/brands/new">create the first brand</Link>.
              </Empty>
            ) : (
              <NewPipelineForm brandId={chosen.id} />
            );
          }}
        </QueryView>
      ) : (
        <Empty>The key of this session may only read. A key that may write can create pipelines.</Empty>
      )}
    </Page>
  );
}

function NewPipelineForm({ brandId }: { brandId: string }) {
  const navigate = useNavigate({ from: "/app/pipelines/new" });
  const queryClient = useQueryClient();
  const idempotencyKey = useIdempotencyKey();
  const [isActive, setIsActive] = useState(true);
  const create = useMutation({
    mutationFn: (draft: PipelineDraft) => {
      const status = isActive ? ("active" as const) : ("draft" as const);
      const newPipeline = { ...givenIn(draft), status };
      const key = idempotencyKey.keyFor({ brandId, newPipeline });
      return dataOf(createPipeline({ id: brandId, idempotencyKey: key, newPipeline }));
    },
    onSuccess: (pipeline) => {
      queryClient.setQueryData(["pipeline", pipeline.id], pipeline);
      void queryClient.invalidateQueries({ queryKey: ["pipelines"] });
      showToast(`The pipeline “${pipeline.name}” was created.`);
      void navigate({ to: "/app/pipelines/$pipelineId", params: { pipelineId: pipeline.id } });
    },
    onSettled: (_, error) => idempotencyKey.ended(error),
  });
  return (
    <>
      <BrandFilter
        brandId={brandId}
        allowsAll={false}
        onChange={(next) =>
          void navigate({ search: next === undefined ? {} : { brandId: next }, replace: true })
        }
      />
      <PipelineForm
        brandId={brandId}
        initial={newDraft}
        action="Create the pipeline"
        busy={create.isPending}
        error={create.error}
        onSubmit={(draft) => create.mutate(draft)}
        others={
          <Link className="button" to="/app/pipelines">
            Cancel
          </Link>
        }
      >
        <CheckField
          label="Activate it at once. Only an active pipeline runs on its schedule."
          checked={isActive}
          onChange={({ target }) => setIsActive(target.checked)}
        />
      </PipelineForm>
    </>
  );
}
