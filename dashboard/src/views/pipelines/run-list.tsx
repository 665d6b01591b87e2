import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { listOrganizationRuns } from "../../../../client/api.ts";
import { dataOf } from "../../api/client.ts";
import { given } from "../../api/given.ts";
import { pagesQuery, rowsOf } from "../../api/pages.ts";
import { BrandFilter } from "../../content/brand-filter.tsx";
import { StatusFilter, statusIn } from "../../content/status-filter.tsx";
import { runStatuses } from "../../content/statuses.tsx";
import { SelectField } from "../../parts/field.tsx";
import { Empty } from "../../parts/notices.tsx";
import { Page } from "../../parts/page.tsx";
import { MoreButton, QueryView } from "../../parts/query-view.tsx";
import { usePipelineName } from "./pipeline-name.tsx";
import { newestPipelinesQuery } from "./queries.ts";
import { RunTable } from "./run-table.tsx";

/** `/app/runs`: the runs of all pipelines. */
export function RunList() {
  const search = useSearch({ from: "/app/runs" });
  const navigate = useNavigate({ from: "/app/runs" });
  const { brandId, pipelineId } = search;
  const status = statusIn(runStatuses, search.status);
  const filters = given({ brandId, pipelineId, status: status === undefined ? undefined : [status] });
  const query = useInfiniteQuery(
    pagesQuery(["runs", "list", filters], (page, signal) =>
      dataOf(listOrganizationRuns({ ...filters, ...page }, { signal })),
    ),
  );
  const isFiltered = Object.keys(filters).length > 0;
  const filterBy = (change: Partial<Record<"brandId" | "pipelineId" | "status", string | undefined>>) =>
    void navigate({ search: (now) => given({ ...now, ...change }), replace: true });
  return (
    <Page title="Runs" lead="A run is one execution of a pipeline: it reads the sources and makes posts.">
      <div className="row">
        <BrandFilter
          brandId={brandId}
          // The new brand does not have the chosen pipeline.
          onChange={(next) => filterBy({ brandId: next, pipelineId: undefined })}
        />
        <PipelineFilter
          brandId={brandId}
          pipelineId={pipelineId}
          onChange={(next) => filterBy({ pipelineId: next })}
        />
        <StatusFilter of={runStatuses} status={status} onChange={(next) => filterBy({ status: next })} />
      </div>
      <QueryView query={query}>
        {(data) => {
          const runs = rowsOf(data);
          return (
            <>
              {runs.length > 0 ? (
                <RunTable runs={runs} withPipeline />
              ) : query.hasNextPage ? (
                <Empty>None of the newest runs matches the filters. “Load more” looks further back.</Empty>
              ) : isFiltered ? (
                <Empty>No run matches the filters.</Empty>
              ) : (
                <Empty>
                  Nothing has run yet. Go to <Link to="/app/pipelines">a pipeline</Link> and run it.
                </Empty>
              )}
              <MoreButton query={query} />
            </>
          );
        }}
      </QueryView>
    </Page>
  );
}

interface PipelineFilterProps {
  brandId: string | undefined;
  pipelineId: string | undefined;
  onChange: (pipelineId: string | undefined) => void;
}

function PipelineFilter({ brandId, pipelineId, onChange }: PipelineFilterProps) {
  const { data: pipelines = [] } = useQuery(newestPipelinesQuery(brandId));
  const isListed = pipelineId === undefined || pipelines.some(({ id }) => id === pipelineId);
  return (
    <SelectField
      label="Pipeline"
      value={pipelineId ?? ""}
      onChange={({ target }) => onChange(target.value === "" ? undefined : target.value)}
    >
      <option value="">All pipelines</option>
      {isListed ? null : <PipelineOption pipelineId={pipelineId} />}
      {pipelines.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}

/** A pipeline that is not among the newest, or has been deleted. */
function PipelineOption({ pipelineId }: { pipelineId: string }) {
  return <option value={pipelineId}>{usePipelineName(pipelineId)}</option>;
}
