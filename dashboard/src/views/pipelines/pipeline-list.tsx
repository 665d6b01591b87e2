import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { listOrganizationPipelines, type Pipeline, type Run } from "../../../../client/api.ts";
import { brandsQuery, useBrand } from "../../api/brands.ts";
import { dataOf } from "../../api/client.ts";
import { given } from "../../api/given.ts";
import { pagesQuery, rowsOf } from "../../api/pages.ts";
import { BrandFilter } from "../../content/brand-filter.tsx";
import { BrandName } from "../../content/brand-name.tsx";
import { StatusFilter, statusIn } from "../../content/status-filter.tsx";
import { pipelineStatuses, StatusBadge } from "../../content/statuses.tsx";
import { Empty } from "../../parts/notices.tsx";
import { Page } from "../../parts/page.tsx";
import { MoreButton, QueryView } from "../../parts/query-view.tsx";
import { Time } from "../../parts/time.tsx";
import { UserText } from "../../parts/user-text.tsx";
import { useMay } from "../../session/session.ts";
import { useNextTimes } from "./next-times.tsx";
import { newestRunsQuery } from "./queries.ts";
import { RunResult } from "./run-result.tsx";
import { scheduleInWords } from "./schedule-words.ts";
import styles from "./wide-table.module.css";

/** `/app/pipelines`: all pipelines, with their next and last runs. */
export function PipelineList() {
  const search = useSearch({ from: "/app/pipelines" });
  const navigate = useNavigate({ from: "/app/pipelines" });
  const mayWrite = useMay("write");
  const { brandId } = search;
  const status = statusIn(pipelineStatuses, search.status);
  const filters = given({ brandId, status: status === undefined ? undefined : [status] });
  const query = useInfiniteQuery(
    pagesQuery(["pipelines", "list", filters], (page, signal) =>
      dataOf(listOrganizationPipelines({ ...filters, ...page }, { signal })),
    ),
  );
  const { data: runs } = useQuery(newestRunsQuery(brandId));
  const isFiltered = Object.keys(filters).length > 0;
  const filterBy = (change: Partial<Record<"brandId" | "status", string | undefined>>) =>
    void navigate({ search: (now) => given({ ...now, ...change }), replace: true });
  return (
    <Page
      title="Pipelines"
      lead="A pipeline reads sources and writes posts about their news."
      actions={
        mayWrite ? (
          <Link className="button button-primary" to="/app/pipelines/new" search={given({ brandId })}>
            New pipeline
          </Link>
        ) : null
      }
    >
      <div className="row">
        <BrandFilter brandId={brandId} onChange={(next) => filterBy({ brandId: next })} />
        <StatusFilter of={pipelineStatuses} status={status} onChange={(next) => filterBy({ status: next })} />
      </div>
      <QueryView query={query}>
        {(data) => {
          const rows = rowsOf(data);
          if (rows.length === 0 && !query.hasNextPage)
            return isFiltered ? <Empty>No pipeline matches the filters.</Empty> : <FirstPipeline />;
          return (
            <>
              <div className="table-scroll">
                <table className={`table ${styles.table}`}>
                  <caption className="visually-hidden">Pipelines, the newest first</caption>
                  <thead>
                    <tr>
                      <th scope="col">Pipeline</th>
                      <th scope="col">Status</th>
                      <th scope="col">Schedule</th>
                      <th scope="col">Next run</th>
                      <th scope="col">Last run</th>
                    </tr>
                  </thead>
                  <tbody>
                    {rows.map((pipeline) => (
                      <Row
                        key={pipeline.id}
                        pipeline={pipeline}
                        lastRun={runs?.data.find(({ pipelineId }) => pipelineId === pipeline.id)}
                        areAllRunsKnown={runs?.nextCursor === null}
                      />
                    ))}
                  </tbody>
                </table>
              </div>
              <MoreButton query={query} />
            </>
          );
        }}
      </QueryView>
    </Page>
  );
}

interface RowProps {
  pipeline: Pipeline;
  lastRun: Run | undefined;
  /** Whether a pipeline whose `lastRun` is undefined has never run. */
  areAllRunsKnown: boolean;
}

function Row({ pipeline, lastRun, areAllRunsKnown }: RowProps) {
  const { id, brandId, name, schedule, status } = pipeline;
  const zone = useBrand(brandId)?.timezone;
  const [next] = useNextTimes(status === "active" ? schedule : null, zone, 1);
  return (
    <tr>
      <th scope="row">
        <Link to="/app/pipelines/$pipelineId" params={{ pipelineId: id }}>
          <UserText>{name}</UserText>
        </Link>
        <div>
          <BrandName brandId={brandId} />
        </div>
      </th>
      <td>
        <StatusBadge of={pipelineStatuses} status={status} />
      </td>
      <td>{scheduleInWords(schedule)}</td>
      <td>{next === undefined ? whyNoNext(pipeline) : <Time at={next} zone={zone} />}</td>
      <td>
        {lastRun !== undefined ? (
          <RunResult run={lastRun} zone={zone} />
        ) : areAllRunsKnown ? (
          "Never ran"
        ) : (
          <Link to="/app/runs" search={{ pipelineId: id }}>
            See its runs
          </Link>
        )}
      </td>
    </tr>
  );
}

function whyNoNext({ status, schedule }: Pipeline): string {
  if (schedule === null) return "–";
  if (status === "draft") return "None: not active yet";
  return status === "paused" ? "None: paused" : "–";
}

/** Links to the form for the first pipeline; without a brand, to the form for the first brand. */
function FirstPipeline() {
  const { data: brands } = useQuery(brandsQuery);
  const mayWrite = useMay("write");
  if (brands === undefined) return null;
  if (!mayWrite) return <Empty>There are no pipelines yet. A key that may write can create one.</Empty>;
  return brands.length === 0 ? (
    <Empty>
      There are no pipelines yet. A pipeline belongs to a brand:{" "}
      <Link to="/app/brands/new">create the first brand</Link>.
    </Empty>
  ) : (
    <Empty>
      There are no pipelines yet. <Link to="/app/pipelines/new">Create the first pipeline</Link>: all it needs
      is a name and a source.
    </Empty>
  );
}
