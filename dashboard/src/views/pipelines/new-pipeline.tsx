import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { createPipeline, type NewPipeline as NewPipelineBody } from "../../../../client/api.ts";
import { brandsQuery } from "../../api/brands.ts";
import { dataOf } from "../../api/client.ts";
import { given } from "../../api/given.ts";
import { useKeyedMutation } from "../../api/keyed-mutation.ts";
import { BrandFilter } from "../../content/brand-filter.tsx";
import { CheckField } from "../../parts/field.tsx";
import { Empty } from "../../parts/notices.tsx";
import { Page } from "../../parts/page.tsx";
import { QueryView } from "../../parts/query-view.tsx";
import { showToast } from "../../parts/toasts.tsx";
import { useMay } from "../../session/session.ts";
import { givenIn, newDraft } from "./pipeline-draft.ts";
import styles from "./pipeline-form.module.css";
import { PipelineForm } from "./pipeline-form.tsx";
import { pipelineQuery } from "./queries.ts";

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
  const [isActive, setIsActive] = useState(true);
  const create = useKeyedMutation(
    ({ id, newPipeline }: { id: string; newPipeline: NewPipelineBody }, idempotencyKey) =>
      dataOf(createPipeline({ id, idempotencyKey, newPipeline })),
    {
      onSuccess: (pipeline) => {
        queryClient.setQueryData(pipelineQuery(pipeline.id).queryKey, pipeline);
        void queryClient.invalidateQueries({ queryKey: ["pipelines"] });
        showToast(`The pipeline “${pipeline.name}” was created.`);
        const params = { pipelineId: pipeline.id };
        void navigate({ to: "/app/pipelines/$pipelineId", params, ignoreBlocker: true });
      },
    },
  );
  return (
    <div className={`stack ${styles.form}`}>
      <BrandFilter
        brandId={brandId}
        allowsAll={false}
        onChange={(next) => void navigate({ search: given({ brandId: next }), replace: true })}
      />
      <PipelineForm
        brandId={brandId}
        initial={newDraft}
        action="Create the pipeline"
        busy={create.isPending}
        error={create.error}
        onSubmit={(draft) => {
          const newPipeline = {
            ...givenIn(draft),
            status: isActive ? ("active" as const) : ("draft" as const),
          };
          create.mutate({ id: brandId, newPipeline });
        }}
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
    </div>
  );
}
