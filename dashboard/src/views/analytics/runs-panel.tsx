import { useQueries, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import {
  type Brand,
  getRunAnalytics,
  listOrganizationRuns,
  type Run,
  type RunAnalytics,
} from "../../../../client/api.ts";
import { dataOf } from "../../api/client.ts";
import { Chart } from "../../parts/chart.tsx";
import { ChartBars } from "../../parts/chart-bars.tsx";
import { summaryOf } from "../../parts/chart-scale.ts";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import { Empty, ErrorNotice, Loading } from "../../parts/notices.tsx";
import { Panel } from "../../parts/panel.tsx";
import { QueryView } from "../../parts/query-view.tsx";
import { formatMoney, formatNumber, formatPercent } from "../../text/numbers.ts";
import { formatTime } from "../../text/time.ts";
import { figuresRefreshMs } from "./queries.ts";

/** Each run costs one request. */
const runsShown = 8;

/** The results of a brand's newest runs. */
export function RunsPanel({ brand }: { brand: Brand }) {
  const brandId = brand.id;
  const runs = useQuery({
    queryKey: ["runs", { brandId, status: ["succeeded"] }, "newest"],
    queryFn: async ({ signal }) => {
      const page = await dataOf(
        listOrganizationRuns({ brandId, status: ["succeeded"], limit: runsShown }, { signal }),
      );
      return page.data;
    },
    refetchInterval: figuresRefreshMs,
  });
  return (
    <Panel
      title="Newest runs"
      actions={
        <Link className="no-print" to="/app/runs" search={{ brandId }}>
          All runs of the brand
        </Link>
      }
    >
      <QueryView query={runs}>
        {(data) =>
          data.length === 0 ? (
            <Empty>No run of this brand has succeeded yet.</Empty>
          ) : (
            <RunFigures runs={data} zone={brand.timezone} />
          )
        }
      </QueryView>
    </Panel>
  );
}

interface Row {
  run: Run;
  name: string;
  figures: RunAnalytics | undefined;
}

function RunFigures({ runs, zone }: { runs: readonly Run[]; zone: string }) {
  const analytics = useQueries({
    queries: runs.map(({ runId }) => ({
      queryKey: ["run-analytics", runId],
      queryFn: ({ signal }: { signal: AbortSignal }) => dataOf(getRunAnalytics({ id: runId }, { signal })),
      staleTime: 300_000,
      refetchInterval: false as const,
    })),
  });
  const failed = analytics.find(({ error }) => error !== null);
  const rows = runs.map((run, index) => ({
    run,
    name: formatTime(run.createdAt, zone),
    figures: analytics[index]?.data,
  }));
  const title = "Reach per run";
  if (analytics.some(({ isPending }) => isPending)) return <Loading />;
  return (
    <>
      <ErrorNotice error={failed?.error} onRetry={() => void failed?.refetch()} />
      <Chart
        title={title}
        summary={summaryOf(
          title,
          rows.map(({ name, figures }) => ({ label: name, figure: figures?.reach ?? null })),
          formatNumber,
        )}
        table={
          <DataTable caption="Figures by run" rows={rows} keyOf={({ run }) => run.runId} columns={columns} />
        }
      >
        <ChartBars
          format={formatNumber}
          rows={rows.map(({ run, name, figures }) => ({
            key: run.runId,
            label: name,
            figure: figures?.reach ?? null,
          }))}
        />
      </Chart>
    </>
  );
}

const statuses = { pending: "Not measured yet", partial: "Some posts are still measured", ready: "Final" };

const columns: readonly Column<Row>[] = [
  {
    header: "Run",
    cell: ({ run, name }) => (
      <Link to="/app/runs/$runId" params={{ runId: run.runId }}>
        {name}
      </Link>
    ),
  },
  {
    header: "Figures",
    cell: ({ figures }) => (figures === undefined ? "not known" : statuses[figures.status]),
  },
  { header: "Posts published", number: true, cell: ({ figures }) => formatNumber(figures?.posts ?? null) },
  { header: "Reach", number: true, cell: ({ figures }) => formatNumber(figures?.reach ?? null) },
  {
    header: "Engagement rate",
    number: true,
    cell: ({ figures }) => formatPercent(figures?.engagementRate ?? null),
  },
  { header: "Clicks", number: true, cell: ({ figures }) => formatNumber(figures?.clicks ?? null) },
  {
    header: "Estimated ROI",
    number: true,
    cell: ({ figures }) => formatMoney(figures?.estimatedRoi ?? null, figures?.currency ?? null),
  },
];
